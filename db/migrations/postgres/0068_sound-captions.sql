CREATE TABLE "dream_sounds" (
	"dream_id" text NOT NULL,
	"position" integer NOT NULL,
	"text" text NOT NULL,
	"heard_at" bigint NOT NULL,
	CONSTRAINT "dream_sounds_dream_id_position_pk" PRIMARY KEY("dream_id","position")
);
--> statement-breakpoint
ALTER TABLE "dream_sounds" ADD CONSTRAINT "dream_sounds_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;