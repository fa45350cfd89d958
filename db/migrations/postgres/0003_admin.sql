CREATE TABLE "admin_actions" (
	"id" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL,
	"actor_id" text NOT NULL,
	"action" text NOT NULL,
	"user_id" text,
	"target_id" text,
	"detail" text,
	"address" text
);
--> statement-breakpoint
CREATE TABLE "mail_opt_outs" (
	"address" text PRIMARY KEY NOT NULL,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "admin_actions_at" ON "admin_actions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "admin_actions_user" ON "admin_actions" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "dreams_admin" ON "dreams" USING btree ("requested_at","job_status","server_fps","client_fps","id");