CREATE TABLE "account_changes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"at" bigint NOT NULL,
	"role_from" text,
	"role_to" text NOT NULL,
	"tier_from" text,
	"tier_to" text,
	"source" text NOT NULL,
	"actor_id" text,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "email_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"purpose" text NOT NULL,
	"next" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL,
	"used_at" bigint
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"picture" text,
	"role" text NOT NULL,
	"subscription_tier" text,
	"stripe_customer_id" text,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" bigint NOT NULL,
	"processed_at" bigint
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"stripe_customer_id" text NOT NULL,
	"status" text NOT NULL,
	"tier" text NOT NULL,
	"current_period_start" bigint NOT NULL,
	"current_period_end" bigint NOT NULL,
	"cancel_at_period_end" boolean NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"user_id" text NOT NULL,
	"dream_id" text NOT NULL,
	"created_at" bigint NOT NULL,
	CONSTRAINT "bookmarks_user_id_dream_id_pk" PRIMARY KEY("user_id","dream_id")
);
--> statement-breakpoint
CREATE TABLE "conversation_messages" (
	"dream_id" text NOT NULL,
	"id" text NOT NULL,
	"text" text NOT NULL,
	"is_user" boolean NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "conversation_messages_dream_id_id_pk" PRIMARY KEY("dream_id","id")
);
--> statement-breakpoint
CREATE TABLE "dream_prompts" (
	"dream_id" text NOT NULL,
	"position" integer NOT NULL,
	"client_id" text NOT NULL,
	"text" text NOT NULL,
	"sent_at" bigint NOT NULL,
	"frame_id" bigint,
	"shown_at" bigint,
	CONSTRAINT "dream_prompts_dream_id_position_pk" PRIMARY KEY("dream_id","position")
);
--> statement-breakpoint
CREATE TABLE "dreams" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"rp_job_id" text NOT NULL,
	"name" text,
	"job_status" text NOT NULL,
	"server_status" text,
	"end_text" text,
	"failure_told_at" bigint,
	"requested_at" bigint NOT NULL,
	"started_at" bigint,
	"ended_at" bigint,
	"charged_at" bigint,
	"limit_seconds" integer NOT NULL,
	"seed" bigint NOT NULL,
	"node" text,
	"worker_id" text,
	"generator" text,
	"generator_version" text,
	"gpu_seconds" double precision,
	"frames" integer,
	"fps_data" jsonb,
	"client_fps_data" jsonb,
	"pcie_data" jsonb,
	"server_fps" double precision,
	"client_fps" double precision,
	"video_key" text,
	"thumbnail_key" text,
	"poster_key" text,
	"video_bytes" bigint,
	"duration_ms" integer,
	"voice_key" text,
	"voice_at" bigint,
	"shared" boolean DEFAULT true NOT NULL,
	"hidden_at" bigint
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"dream_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"stars" integer NOT NULL,
	"message" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text NOT NULL,
	"run_at" bigint NOT NULL,
	"attempts" integer NOT NULL,
	"lease_owner" text,
	"lease_until" bigint,
	"progress" double precision,
	"last_error" text,
	"created_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"audience" text NOT NULL,
	"created_by" text NOT NULL,
	"state" text NOT NULL,
	"created_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_log" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"to_address" text NOT NULL,
	"user_id" text,
	"subject" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"created_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "mail_recipients" (
	"job_id" text NOT NULL,
	"position" integer NOT NULL,
	"user_id" text NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"mail_id" text,
	"intended_at" bigint,
	"finished_at" bigint,
	CONSTRAINT "mail_recipients_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"worker_id" text NOT NULL,
	"node" text NOT NULL,
	"generator" text NOT NULL,
	"version" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"fps" integer NOT NULL,
	"connected_at" bigint NOT NULL,
	"last_seen_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_changes" ADD CONSTRAINT "account_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversation_messages" ADD CONSTRAINT "conversation_messages_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dream_prompts" ADD CONSTRAINT "dream_prompts_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dreams" ADD CONSTRAINT "dreams_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_jobs" ADD CONSTRAINT "mail_jobs_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_recipients" ADD CONSTRAINT "mail_recipients_job_id_mail_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."mail_jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_changes_user" ON "account_changes" USING btree ("user_id","at");--> statement-breakpoint
CREATE INDEX "account_changes_at" ON "account_changes" USING btree ("at");--> statement-breakpoint
CREATE INDEX "email_links_email" ON "email_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "email_links_expiry" ON "email_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "identities_user" ON "identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "login_sessions_id" ON "login_sessions" USING btree ("id");--> statement-breakpoint
CREATE INDEX "login_sessions_user" ON "login_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_sessions_expiry" ON "login_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "users_role_created" ON "users" USING btree ("role","created_at");--> statement-breakpoint
CREATE INDEX "users_created" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_stripe_customer" ON "users" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "stripe_events_unprocessed" ON "stripe_events" USING btree ("processed_at","received_at");--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "subscriptions" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "bookmarks_dream" ON "bookmarks" USING btree ("dream_id");--> statement-breakpoint
CREATE INDEX "conversation_messages_order" ON "conversation_messages" USING btree ("dream_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "dreams_job" ON "dreams" USING btree ("rp_job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "dreams_one_active" ON "dreams" USING btree ("user_id") WHERE job_status in ('PENDING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "dreams_active" ON "dreams" USING btree ("node") WHERE job_status in ('PENDING', 'RUNNING');--> statement-breakpoint
CREATE INDEX "dreams_processing" ON "dreams" USING btree ("ended_at") WHERE server_status = 'PROCESSING';--> statement-breakpoint
CREATE INDEX "dreams_user_requested" ON "dreams" USING btree ("user_id","requested_at");--> statement-breakpoint
CREATE INDEX "dreams_user_charged" ON "dreams" USING btree ("user_id","charged_at");--> statement-breakpoint
CREATE INDEX "dreams_status_requested" ON "dreams" USING btree ("job_status","requested_at");--> statement-breakpoint
CREATE INDEX "dreams_requested" ON "dreams" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "feedback_user" ON "feedback" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_kind_key" ON "jobs" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("kind","state","run_at");--> statement-breakpoint
CREATE INDEX "mail_jobs_created" ON "mail_jobs" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_log_created" ON "mail_log" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mail_log_to" ON "mail_log" USING btree ("to_address","created_at");--> statement-breakpoint
CREATE INDEX "mail_recipients_state" ON "mail_recipients" USING btree ("job_id","state");--> statement-breakpoint
CREATE INDEX "workers_node" ON "workers" USING btree ("node");