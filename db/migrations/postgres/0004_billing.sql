CREATE TABLE "stripe_customers" (
	"user_id" text PRIMARY KEY NOT NULL,
	"creation_key" text NOT NULL,
	"customer_id" text,
	"readings_begun" integer NOT NULL,
	"reading_written" integer NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
DROP INDEX "users_stripe_customer";--> statement-breakpoint
DROP INDEX "stripe_events_unprocessed";--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "charge_id" text;--> statement-breakpoint
ALTER TABLE "stripe_customers" ADD CONSTRAINT "stripe_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "stripe_customers_customer" ON "stripe_customers" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "stripe_events_customer" ON "stripe_events" USING btree ("customer_id","processed_at");--> statement-breakpoint
CREATE INDEX "stripe_events_processed" ON "stripe_events" USING btree ("processed_at");--> statement-breakpoint
ALTER TABLE "users" DROP COLUMN "stripe_customer_id";--> statement-breakpoint
ALTER TABLE "stripe_events" DROP COLUMN "payload";