/** Makes the browser ask before leaving the page while an operation runs that would be aborted. */

import { useEffect } from 'react'

export function useStayWhile(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isRunning])
}
