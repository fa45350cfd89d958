import type { SessionUser } from '../../auth/schemas.ts';

type Plan = Pick<SessionUser, 'role' | 'subscription_tier'>;

/** What a person's plan is called. Subscribers from before there were tiers have all that premium has. */
export function planLabel({ role, subscription_tier }: Plan): string {
  if (role === 'admin') return 'Administrator';
  if (subscription_tier === 'premium') return 'Premium Subscriber';
  if (subscription_tier === 'basic') return 'Basic Subscriber';
  return role === 'subscribed' ? 'Premium Subscriber' : 'Trial User';
}

export const statusLabel = (person: Plan) => (planKind(person) === 'trial' ? 'Trial' : 'Active');

/** Which of the plans' rules and panels are for this person. */
export function planKind(person: Plan): 'admin' | 'premium' | 'basic' | 'trial' {
  const label = planLabel(person);
  if (label === 'Administrator') return 'admin';
  if (label === 'Premium Subscriber') return 'premium';
  return label === 'Basic Subscriber' ? 'basic' : 'trial';
}
