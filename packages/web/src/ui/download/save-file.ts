/** Hands bytes to the browser as a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has taken it by then; it need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
