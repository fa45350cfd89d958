-- Written by hand: SQL knows no UTS #46. The next start gives these addresses their one spelling, and joins accounts of one mailbox.
UPDATE users SET email_key = NULL
WHERE deleted_at IS NULL AND (
  email ~ '[^ -~]' OR lower(email) LIKE '%@%xn--%' OR id IN (
    SELECT user_id FROM identities
    WHERE issuer = 'email' AND (subject ~ '[^ -~]' OR subject LIKE '%@%xn--%')
  )
);
