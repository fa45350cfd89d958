CREATE TABLE "dream_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"dream_id" text NOT NULL,
	"reason" text NOT NULL,
	"message" text,
	"user_id" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spent_streams" (
	"dream_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"charged_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_conversations" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "help_messages" (
	"conversation_id" text NOT NULL,
	"position" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "help_messages_conversation_id_position_pk" PRIMARY KEY("conversation_id","position")
);
--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "name_key" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "preview_key" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "filmstrip_key" text;--> statement-breakpoint
ALTER TABLE "dream_reports" ADD CONSTRAINT "dream_reports_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spent_streams" ADD CONSTRAINT "spent_streams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_conversations" ADD CONSTRAINT "help_conversations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "help_messages" ADD CONSTRAINT "help_messages_conversation_id_help_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."help_conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dream_reports_dream" ON "dream_reports" USING btree ("dream_id","created_at");--> statement-breakpoint
CREATE INDEX "spent_streams_user" ON "spent_streams" USING btree ("user_id","charged_at");--> statement-breakpoint
CREATE INDEX "help_conversations_user" ON "help_conversations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "help_conversations_used" ON "help_conversations" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "dreams_hidden" ON "dreams" USING btree ("hidden_at") WHERE hidden_at is not null;--> statement-breakpoint
UPDATE "dreams" SET "name_key" = lower(trim("name")) WHERE trim("name") <> '';
