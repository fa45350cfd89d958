CREATE TABLE "operator_presence" (
	"user_id" text PRIMARY KEY NOT NULL,
	"view" text NOT NULL,
	"item" text NOT NULL,
	"at" bigint NOT NULL
);
