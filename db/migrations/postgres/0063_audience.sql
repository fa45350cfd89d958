CREATE TABLE "dream_audiences" (
	"dream_id" text PRIMARY KEY NOT NULL,
	"watch_id" text NOT NULL,
	"signed_in" boolean NOT NULL,
	"named" boolean NOT NULL,
	"opened_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dream_prompts" ADD COLUMN "from_audience" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dream_prompts" ADD COLUMN "by_name" text;--> statement-breakpoint
ALTER TABLE "dream_prompts" ADD COLUMN "by_user_id" text;--> statement-breakpoint
ALTER TABLE "dream_audiences" ADD CONSTRAINT "dream_audiences_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "dream_audiences_watch" ON "dream_audiences" USING btree ("watch_id");--> statement-breakpoint
CREATE INDEX "dream_prompts_by" ON "dream_prompts" USING btree ("by_user_id") WHERE by_user_id is not null;