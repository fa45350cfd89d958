/** As in `ui/icons.tsx`, which all pages load. */
const sizeIcon = (drawing: string) => () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={drawing} />
  </svg>
);

export const FillIcon = sizeIcon('M12 4v16m0-16L8.5 7.5M12 4l3.5 3.5M12 20l-3.5-3.5M12 20l3.5-3.5');
export const FitIcon = sizeIcon(
  'M12 3.5v6m0 0L8.75 6.25M12 9.5l3.25-3.25M12 20.5v-6m0 0-3.25 3.25M12 14.5l3.25 3.25',
);
