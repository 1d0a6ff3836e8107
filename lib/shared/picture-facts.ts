/** What is known of a picture without looking at it: its size in pixels as it is seen, and what the camera wrote. */
export type PictureFacts = {
  width: number;
  height: number;
  takenMs: number | null;
  camera: string | null;
  lens: string | null;
  focalLengthMm: number | null;
  aperture: number | null;
  exposureS: number | null;
  iso: number | null;
  /** 0 to 5, as XMP has it; -1: rejected. */
  rating: number | null;
  place: { latitude: number; longitude: number } | null;
};
