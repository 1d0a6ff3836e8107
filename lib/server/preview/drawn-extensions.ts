const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Films have one of their pictures, sounds their cover, where the server has ffmpeg. */
export const mediaExtensions = words(
  "mp4 webm flv mov m4v mkv avi wmv mod mpv mpeg asf ogv m2ts mpg 3gp mp3 ogg oga opus flac m4a",
);
/** Their first page, by poppler. */
export const pagedExtensions = words("pdf");
