/** Notice that the network or the live connection is lost, with the time of the next retry and a retry button. */

import './offline-notice.css'
import { CloudOff } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useText } from '../locale/use-text.tsx'
import { useClient } from '../session/use-session.tsx'
import { Button } from '../ui/button/button.tsx'

function subscribeToNetwork(listener: () => void) {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

export function OfflineNotice() {
  const t = useText()
  const { live } = useClient()
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine)
  useSyncExternalStore(live.status.subscribe, () => live.status.get().kind)
  const [, tick] = useState(0)
  const status = live.status.get()
  const isWaiting = status.kind === 'waiting'

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => tick((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [isWaiting])

  if (isOnline && !isWaiting) return null
  const seconds = isWaiting ? Math.max(0, Math.ceil((status.retryAt - Date.now()) / 1000)) : 0
  return (
    <div className="sd-offline" role="status">
      <CloudOff size={18} strokeWidth={1.75} aria-hidden />
      <span>
        {isOnline ? t('shell.offline') : t('shell.networkDown')}{' '}
        <span aria-hidden>{isOnline && isWaiting ? (status.reason ?? t('shell.offlineRetry', { seconds })) : ''}</span>
      </span>
      {isOnline && (
        <Button size="sm" kind="plain" onClick={() => live.reconnect()}>
          {t('shell.reconnectNow')}
        </Button>
      )}
    </div>
  )
}
