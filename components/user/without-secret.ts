/** A form begins without the secret, which the server never tells; null leaves it as it is. */
export async function withoutSecret<T extends object>(told: Promise<T>): Promise<T & { secret: null }> {
  return { ...(await told), secret: null };
}
