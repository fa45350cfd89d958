import { UserIcon } from '../../../islands/icons.tsx';

/** A person's picture, or the drawn figure when there is none. */
export function Avatar({ picture, size = 36 }: { picture: string | null; size?: number }) {
  return picture ? (
    <img className="avatar" src={picture} alt="" width={size} height={size} />
  ) : (
    <span className="avatar">
      <UserIcon />
    </span>
  );
}
