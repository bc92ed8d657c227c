/** Reads a local image file as a data URL, which the server stores. */

/** Maximum image size, in bytes. */
export const imageBytesMax = 512 * 1024

type ReadImage =
  | { readonly kind: 'read'; readonly image: string }
  | { readonly kind: 'imageWrongType' }
  | { readonly kind: 'imageTooLarge' }
  | { readonly kind: 'imageUnreadable' }

export async function readImage(file: File): Promise<ReadImage> {
  if (!file.type.startsWith('image/')) return { kind: 'imageWrongType' }
  if (file.size > imageBytesMax) return { kind: 'imageTooLarge' }
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.onload = () =>
      resolve(typeof reader.result === 'string' ? { kind: 'read', image: reader.result } : { kind: 'imageUnreadable' })
    reader.onerror = () => resolve({ kind: 'imageUnreadable' })
    reader.readAsDataURL(file)
  })
}
