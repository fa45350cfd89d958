CREATE TABLE "dream_views" (
	"dream_id" text PRIMARY KEY NOT NULL,
	"views" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dream_visitors" (
	"day" integer NOT NULL,
	"dream_id" text NOT NULL,
	"visitor" text NOT NULL,
	CONSTRAINT "dream_visitors_day_dream_id_visitor_pk" PRIMARY KEY("day","dream_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"day" integer PRIMARY KEY NOT NULL,
	"salt" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "dream_views" ADD CONSTRAINT "dream_views_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dream_visitors" ADD CONSTRAINT "dream_visitors_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dream_visitors_dream" ON "dream_visitors" USING btree ("dream_id");