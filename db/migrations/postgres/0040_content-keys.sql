CREATE TABLE "content_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"chain" text NOT NULL,
	"key" text NOT NULL,
	"made_at" bigint NOT NULL
);
