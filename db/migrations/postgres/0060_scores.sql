CREATE TABLE "dream_plans" (
	"dream_id" text PRIMARY KEY NOT NULL,
	"plan" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scores" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"score" jsonb NOT NULL,
	"example" boolean DEFAULT false NOT NULL,
	"created_at" bigint NOT NULL,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dream_controls" ADD COLUMN "shown_frame" bigint;--> statement-breakpoint
ALTER TABLE "dream_prompts" ADD COLUMN "soft" double precision;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "parent_id" text;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "parent_seconds" double precision;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "planned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "remix" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dreams" ADD COLUMN "is_exact" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dream_plans" ADD CONSTRAINT "dream_plans_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scores_user" ON "scores" USING btree ("user_id","changed_at");--> statement-breakpoint
CREATE INDEX "scores_examples" ON "scores" USING btree ("name") WHERE example;--> statement-breakpoint
CREATE INDEX "dreams_parent" ON "dreams" USING btree ("parent_id") WHERE parent_id is not null;