import { index, instant, integer, primaryKey, table, text } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';

/** A help conversation, stored so that follow-up questions have context. */
export const helpConversations = table(
  'help_conversations',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [index('help_conversations_user').on(t.userId), index('help_conversations_used').on(t.lastUsedAt)],
);

export const helpMessages = table(
  'help_messages',
  {
    conversationId: text('conversation_id')
      .notNull()
      .references(() => helpConversations.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    content: text('content').notNull(),
    at: instant('at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.conversationId, t.position] })],
);
