/** Uploads a package's file, with progress and cancellation. */

import { useEffect, useRef, useState } from 'react'
import { useOtaCalls } from './ota-calls.ts'
import { type FileDraft, wireUpload } from './ota-input.ts'
import { fetchWithProgress } from './upload-fetch.ts'

export interface UploadProgress {
  readonly sent: number
  /** Total bytes. */
  readonly total: number
}

export function useUpload() {
  const ota = useOtaCalls()
  const [progress, setProgress] = useState<UploadProgress | null>(null)
  const running = useRef<AbortController>(null)
  // Closing the dialog cancels the upload.
  useEffect(() => () => running.current?.abort(), [])

  /** Throws the server's error about the file. */
  async function upload(packageId: string, file: File, draft: FileDraft): Promise<void> {
    const controller = new AbortController()
    running.current = controller
    setProgress({ sent: 0, total: file.size })
    try {
      await ota.upload(packageId, file, wireUpload(file, draft), {
        ignoreErrors: true,
        signal: controller.signal,
        fetch: fetchWithProgress((sent, total) => setProgress({ sent, total })),
      })
    } finally {
      running.current = null
      setProgress(null)
    }
  }

  return { progress, upload }
}
