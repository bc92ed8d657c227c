/**
 * State of a form submission: busy while the request is in flight, then the error if it failed. Only one request at a
 * time.
 */

import { useState } from 'react'
import { failureText } from '../states/failure-text.ts'

/** Submission state that the form's frame shows. */
export interface Sending {
  readonly isBusy: boolean
  /** Error of the request or of the form as a whole. */
  readonly failure: string | null
}

export interface Submit extends Sending {
  /** Clears the error (null) or sets an error of the form as a whole before anything is sent. */
  readonly setFailure: (failure: string | null) => void
  /**
   * Runs `work` unless a submission is in progress. A thrown error's message is shown as failure, so requests inside
   * pass `ignoreErrors` to avoid a second notice; errors other than those of the server show their own message.
   */
  readonly submit: (work: () => Promise<unknown>) => Promise<void>
}

/** @param onRejected Receives the error message instead of `failure`, for forms that don't show it. */
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
