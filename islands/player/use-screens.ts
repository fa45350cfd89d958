import { type RefObject, useEffect, useState } from 'react';
import { lockLandscape } from '../browser/lock-landscape.ts';

/** iPhones only show the video itself in full screen, not the page's controls. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void };

/** Full screen and picture-in-picture, as far as the browser supports them. */
export function useScreens(box: RefObject<HTMLElement | null>, video: RefObject<HTMLVideoElement | null>) {
  const [full, setFull] = useState(false);
  const [inPicture, setInPicture] = useState(false);
  const [mayFloat, setMayFloat] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement === box.current);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, [box]);
  useEffect(() => {
    // Firefox has its own button, and no API.
    setMayFloat(document.pictureInPictureEnabled === true);
    const element = video.current;
    const follow = () => setInPicture(document.pictureInPictureElement === element);
    const events = ['enterpictureinpicture', 'leavepictureinpicture'];
    for (const name of events) element?.addEventListener(name, follow);
    return () => {
      for (const name of events) element?.removeEventListener(name, follow);
    };
  }, [video]);

  const ignore = () => undefined;
  return {
    full,
    inPicture,
    mayFloat,
    toggleFull() {
      const element: PhoneVideo | null = video.current;
      if (document.fullscreenElement === box.current) document.exitFullscreen().catch(ignore);
      else if (box.current?.requestFullscreen) {
        box.current.requestFullscreen({ navigationUI: 'hide' }).then(lockLandscape, ignore);
      } else element?.webkitEnterFullscreen?.();
    },
    toggleFloat() {
      if (document.pictureInPictureElement) document.exitPictureInPicture().catch(ignore);
      else video.current?.requestPictureInPicture().catch(ignore);
    },
  };
}
