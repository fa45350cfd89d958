CREATE TABLE "dream_words" (
	"dream_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"folded" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "words_due" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dream_words" ADD CONSTRAINT "dream_words_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dream_words_user" ON "dream_words" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "dreams_board" ON "dreams" USING btree ("user_id",started_at desc,"id") WHERE hidden_at is null and started_at is not null;--> statement-breakpoint
CREATE INDEX "dreams_board_names" ON "dreams" USING btree ("user_id",(case when name_key is null then 1 else 0 end),(name_key) collate "C",started_at desc,"id") WHERE hidden_at is null and started_at is not null;--> statement-breakpoint
CREATE INDEX "dreams_words_due" ON "dreams" USING btree ("user_id","id") WHERE words_due > 0;--> statement-breakpoint
ALTER TABLE "conversation_messages" DROP COLUMN "folded";--> statement-breakpoint
ALTER TABLE "dream_prompts" DROP COLUMN "folded";