/** The browser asks before the page is left while something runs that leaving would end. */

import { useEffect } from 'react'

export function useStayWhile(isRunning: boolean): void {
  useEffect(() => {
    if (!isRunning) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [isRunning])
}
