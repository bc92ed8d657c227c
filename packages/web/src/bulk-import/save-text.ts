/** Hands a CSV text to the browser as a file. */
export function saveText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; the text need not stay in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
