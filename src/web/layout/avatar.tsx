import { UserIcon } from '../../../islands/ui/icons.tsx';

/** A person's picture; behind it the drawn figure, for when there is none or it can't be loaded. */
export function Avatar({ picture, size = 36 }: { picture: string | null; size?: number }) {
  return (
    <span className="avatar">
      <UserIcon />
      {picture && <img src={picture} alt="" width={size} height={size} />}
    </span>
  );
}
