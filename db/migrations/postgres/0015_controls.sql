CREATE TABLE "dream_controls" (
	"dream_id" text NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"label" text NOT NULL,
	"value" jsonb NOT NULL,
	"changed_at" bigint NOT NULL,
	"frame_id" bigint,
	CONSTRAINT "dream_controls_dream_id_position_pk" PRIMARY KEY("dream_id","position")
);
--> statement-breakpoint
ALTER TABLE "dream_controls" ADD CONSTRAINT "dream_controls_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;