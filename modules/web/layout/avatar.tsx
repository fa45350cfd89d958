import { UserIcon } from './icons.tsx';

/** A person's avatar. A drawn figure behind it shows if there is none or it fails to load. */
export function Avatar({ picture, size = 36 }: { picture: string | null; size?: number }) {
  return (
    <span className="avatar">
      <UserIcon />
      {picture && <img src={picture} alt="" width={size} height={size} />}
    </span>
  );
}
