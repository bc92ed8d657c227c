/** What a form sends: busy until it is answered, and what was said against it. Nothing is sent twice at a time. */

import { useState } from 'react'
import { failureText } from '../states/failure-text.ts'

/** What the frame around the fields shows of it. */
export interface Sending {
  readonly isBusy: boolean
  /** What was said against it, or against what was to be sent. */
  readonly failure: string | null
}

export interface Submit extends Sending {
  /** Forgets what was said, by null, or says what stands against the form as a whole before anything is sent. */
  readonly setFailure: (failure: string | null) => void
  /**
   * Runs `work`, unless something is under way. What it throws is shown, so calls within pass `ignoreErrors`; an error
   * with words of its own says those instead of the platform's.
   */
  readonly submit: (work: () => Promise<unknown>) => Promise<void>
}

/** @param onRejected Gets the reason where the form does not show it. */
export function useSubmit(onRejected?: (reason: string) => void): Submit {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function submit(work: () => Promise<unknown>) {
    if (isBusy) return
    setBusy(true)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const reject = onRejected ?? setFailure
      reject(failureText(error))
    } finally {
      setBusy(false)
    }
  }

  return { isBusy, failure, setFailure, submit }
}
