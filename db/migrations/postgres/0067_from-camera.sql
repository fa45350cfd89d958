ALTER TABLE "dreams" ADD COLUMN "from_camera" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "content_log" ADD COLUMN "from_camera" boolean DEFAULT false NOT NULL;