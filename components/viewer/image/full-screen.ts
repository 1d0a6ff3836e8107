/** The whole page: so it stays from picture to picture. Phones that cannot are left as they are. */
export async function toggleFullScreen(): Promise<void> {
  try {
    await (document.fullscreenElement === null
      ? document.documentElement.requestFullscreen()
      : document.exitFullscreen());
  } catch {
    // Not allowed here, for instance in another page's frame.
  }
}
