/** Placeholders for missing content: loading, empty, no match, failed. */

import './states.css'
import { Search, Unplug } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useText } from '../../locale/use-text.tsx'
import { Button } from '../button/button.tsx'
import { failureText } from './failure-text.ts'

/** A gray bar the size of the expected content. Appears after 200 ms. */
export function Skeleton({ width = '100%', height = 10 }: { width?: number | string; height?: number | string }) {
  return <span className="sd-skeleton" style={{ width, height }} aria-hidden />
}

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly text?: ReactNode
  /** Action that adds the first entry. */
  readonly children?: ReactNode
  /** Fills the whole page: its title is the page title. */
  readonly isPage?: boolean
}

/** Empty list: explains its purpose, with an action that adds the first entry. */
export function EmptyState({ icon, title, text, children, isPage }: EmptyStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  return (
    <div className="sd-empty">
      {icon && <span className="sd-empty-icon">{icon}</span>}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {children && <div className="sd-state-actions">{children}</div>}
    </div>
  )
}

/** The search or filters match nothing. */
export function NoMatchState({ title, text, onClear }: { title: string; text?: string; onClear?: () => void }) {
  const t = useText()
  return (
    <div className="sd-notice">
      <span className="sd-notice-icon">
        <Search size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div>
        <h2>{title}</h2>
        {text && <p>{text}</p>}
        {onClear && (
          <div className="sd-state-actions">
            <Button size="sm" onClick={onClear}>
              {t('ui.clearFilters')}
            </Button>
          </div>
        )}
      </div>
    </div>
  )
}

export interface ErrorStateProps {
  /** Names the failed operation, such as "Could not load devices". */
  readonly title: string
  readonly error: unknown
  /** Shown instead of the error's message. */
  readonly text?: string
  readonly onRetry?: () => void
  /** Epoch ms of the next automatic retry. */
  readonly retryAt?: number
  /** Smaller, for widgets. */
  readonly isSmall?: boolean
  /** Fills the whole page: its title is the page title. */
  readonly isPage?: boolean
}

/** Reports a failure: the reason, the next retry, and actions to retry or copy details. */
export function ErrorState({ title, error, text, onRetry, retryAt, isSmall, isPage }: ErrorStateProps) {
  const Heading = isPage ? 'h1' : 'h2'
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const seconds = useSecondsUntil(retryAt)
  const message = text ?? failureText(error)
  return (
    <div className="sd-notice" data-small={isSmall || undefined} role="alert">
      <span className="sd-notice-icon" data-kind="error">
        <Unplug size={20} strokeWidth={1.75} aria-hidden />
      </span>
      <div>
        <Heading>{title}</Heading>
        <p>
          {message} <span aria-hidden>{seconds !== undefined && t('ui.retryingIn', { seconds })}</span>
        </p>
        <div className="sd-state-actions">
          {onRetry && (
            <Button size="sm" onClick={onRetry}>
              {t('ui.retryNow')}
            </Button>
          )}
          <Button
            size="sm"
            kind="plain"
            onClick={() => {
              void navigator.clipboard?.writeText(`${title}\n${detailsOf(error)}`)
              setCopied(true)
            }}
          >
            {isCopied ? t('ui.copied') : t('ui.copyDetails')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Details of the failure, for support. */
export function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const facts = error as Error & { method?: unknown; path?: unknown; status?: unknown; errorCode?: unknown }
  const call =
    facts.path === undefined ? '' : `\n${facts.method} ${facts.path} → ${facts.status} (${facts.errorCode ?? '-'})`
  return `${error.name}: ${error.message}${call}\n${new Date().toISOString()}`
}

function useSecondsUntil(at: number | undefined): number | undefined {
  const [nowMs, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [at])
  return at === undefined ? undefined : Math.max(0, Math.ceil((at - nowMs) / 1000))
}

/** "Live": data is streaming. */
export function LiveBadge({ isLive }: { isLive: boolean }) {
  const t = useText()
  return (
    <span className="sd-live" data-off={!isLive || undefined}>
      <i aria-hidden />
      {isLive ? t('ui.live') : t('ui.notLive')}
    </span>
  )
}

/** Active is a filled dot, inactive a hollow ring; the word is shown next to it. */
export function ActivityState({ isActive, hidesText }: { isActive: boolean; hidesText?: boolean }) {
  const t = useText()
  const text = isActive ? t('ui.active') : t('ui.inactive')
  return (
    <span className="sd-activity" data-off={!isActive || undefined}>
      <i aria-hidden />
      <span className={hidesText ? 'sd-hidden-text' : undefined}>{text}</span>
    </span>
  )
}
