/** The user's last dream, or a scene of the painter, drifting slowly until the first frame arrives. */
export function Backdrop({ image }: { image: string }) {
  return (
    <div className="backdrop" aria-hidden="true">
      <img src={image} alt="" decoding="async" />
    </div>
  );
}
