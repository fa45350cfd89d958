CREATE TABLE "collection_dreams" (
	"collection_id" text NOT NULL,
	"dream_id" text NOT NULL,
	"position" double precision NOT NULL,
	"added_at" bigint NOT NULL,
	CONSTRAINT "collection_dreams_collection_id_dream_id_pk" PRIMARY KEY("collection_id","dream_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"share_id" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "handles" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"taken_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profile_reports" (
	"id" text PRIMARY KEY NOT NULL,
	"profile_id" text NOT NULL,
	"reason" text NOT NULL,
	"message" text,
	"user_id" text,
	"contact" text,
	"locale" text NOT NULL,
	"seen_at" bigint,
	"decision" text,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "profiles" (
	"user_id" text PRIMARY KEY NOT NULL,
	"handle" text NOT NULL,
	"name" text,
	"bio" text,
	"collection_id" text,
	"open" boolean NOT NULL,
	"taken_down_at" bigint,
	"taken_down_reason" text,
	"changed_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "collection_dreams" ADD CONSTRAINT "collection_dreams_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_dreams" ADD CONSTRAINT "collection_dreams_dream_id_dreams_id_fk" FOREIGN KEY ("dream_id") REFERENCES "public"."dreams"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handles" ADD CONSTRAINT "handles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profile_reports" ADD CONSTRAINT "profile_reports_profile_id_profiles_user_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "collection_dreams_order" ON "collection_dreams" USING btree ("collection_id","position");--> statement-breakpoint
CREATE INDEX "collection_dreams_added" ON "collection_dreams" USING btree ("collection_id","added_at");--> statement-breakpoint
CREATE INDEX "collection_dreams_dream" ON "collection_dreams" USING btree ("dream_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_share" ON "collections" USING btree ("share_id");--> statement-breakpoint
CREATE INDEX "handles_user" ON "handles" USING btree ("user_id","taken_at");--> statement-breakpoint
CREATE INDEX "profile_reports_profile" ON "profile_reports" USING btree ("profile_id","created_at");