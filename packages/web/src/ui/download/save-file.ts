/** Offers data to the user as a file download. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has started the download by then; frees the memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
