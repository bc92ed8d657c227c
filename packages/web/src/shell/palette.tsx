/** Command palette: finds entities, pages and commands. */

import { keyName } from '@sonde/model/key-descriptions/key-lookup'
import { useKeyLookup } from '../key-descriptions/use-key-descriptions.ts'
import '../alarms/alarms.css'
import './palette.css'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  ChartLine,
  Check,
  CircleHelp,
  CircleUser,
  Keyboard,
  LogOut,
  Maximize,
  Plus,
  Search,
} from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { openHelp } from '../help/help-open.ts'
import { useText } from '../locale/use-text.tsx'
import { isHeldToDashboards } from '../session/start-page.ts'
import { useAccount, useClient } from '../session/use-session.tsx'
import { cachedKeys, chartPlace, findSeries, wordsOf } from '../telemetry/series-search.ts'
import { useLayer } from '../ui/overlay/layers.ts'
import { SeverityGlyph } from '../ui/severity/severity-glyph.tsx'
import { chooseTheme, themeChoices } from '../ui/theme/color-scheme.ts'
import { canFillScreen, toggleFullScreen } from './full-screen.ts'
import { listCommands } from './palette-commands.ts'
import { deviceActions } from './palette-devices.ts'
import { currentEntry, markMatches, matchingEntries, type PaletteEntry } from './palette-entries.ts'
import { firstDevice, paletteKinds, searchPalette } from './palette-search.ts'
import { openShortcuts } from './shortcuts-open.ts'
import { themeIcons, themeLabels } from './theme-choices.tsx'
import { useAcknowledgeAll } from './use-acknowledge-all.ts'
import { useDeviceFacts } from './use-device-facts.ts'
import { useMenu } from './use-menu.ts'

/** Maximum hits per entity type. */
const hitsMax = 4
/** Debounce of the search, ms. */
const debounceMs = 150

export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const element = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  /** ID of the selected entry; its position changes when further hits arrive. */
  const [selected, setSelected] = useState<string | null>(null)
  const listId = useId()
  useLayer(true, onClose)

  useEffect(() => {
    const dialog = element.current
    const opener = document.activeElement
    if (dialog && !dialog.open) dialog.showModal()
    return () => {
      dialog?.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])

  const { entries, hasFailed, isSearching, isFirstKnown } = usePaletteEntries(query)
  const shown = matchingEntries(entries, query)
  const current = currentEntry(shown, selected)

  function run(entry: PaletteEntry | undefined, inNewTab: boolean) {
    if (!entry) return
    onClose()
    entry.run(inNewTab)
  }

  // Enter while a search is pending: runs the first entry once the hits of the typed text have arrived.
  const [awaited, setAwaited] = useState<{ readonly inNewTab: boolean } | null>(null)
  const runAwaited = useEffectEvent(() => {
    if (!awaited) return
    setAwaited(null)
    run(current, awaited.inNewTab)
  })
  const isReady = awaited !== null && isFirstKnown
  useEffect(() => {
    if (isReady) runAwaited()
  }, [isReady])

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape') return
    event.stopPropagation()
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setAwaited(null)
      const isDown = event.key === 'ArrowDown'
      const from = current ? shown.indexOf(current) : isDown ? -1 : 0
      const to = shown[(from + (isDown ? 1 : -1) + shown.length) % Math.max(1, shown.length)]
      setSelected(to?.id ?? null)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const inNewTab = event.ctrlKey || event.metaKey
      if (current?.id !== selected && !isFirstKnown) setAwaited({ inNewTab })
      else run(current, inNewTab)
    }
  }

  return (
    <dialog
      ref={element}
      className="sd-modal sd-palette"
      aria-label={t('shell.paletteTitle')}
      onCancel={(event) => event.preventDefault()}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={onKeyDown}
    >
      <div className="sd-palette-field">
        <Search size={20} strokeWidth={1.75} aria-hidden />
        <input
          type="text"
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
          aria-label={t('shell.palettePlaceholder')}
          placeholder={t('shell.palettePlaceholder')}
          spellCheck={false}
          autoComplete="off"
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setSelected(null)
            setAwaited(null)
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <div id={listId} role="listbox" aria-label={t('shell.paletteTitle')} className="sd-palette-list">
        {shown.every(({ isOffer }) => isOffer) && !isSearching && !hasFailed && (
          <p className="sd-palette-note">{t('shell.paletteNothing', { query })}</p>
        )}
        {shown.map((entry, index) => (
          <div key={entry.id}>
            {shown[index - 1]?.group !== entry.group && <div className="sd-menu-group">{entry.group}</div>}
            <PaletteRow
              id={`${listId}-${entry.id}`}
              entry={entry}
              query={query}
              isCurrent={entry === current}
              onRun={(inNewTab) => run(entry, inNewTab)}
            />
          </div>
        ))}
        {hasFailed && <p className="sd-palette-note">{t('shell.paletteFailed')}</p>}
      </div>
      <p role="status" className={awaited ? 'sd-palette-note' : 'sd-hidden-text'}>
        {awaited && t('ui.optionsLoading')}
      </p>
      <div className="sd-palette-foot">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('shell.paletteMove')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('shell.paletteOpen')}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t('shell.paletteNewTab')}
        </span>
        <span className="sd-spacer" />
        <span>
          <kbd>&gt;</kbd> {t('shell.paletteCommandsOnly')}
        </span>
      </div>
    </dialog>
  )
}

interface PaletteRowProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly query: string
  readonly isCurrent: boolean
  readonly onRun: (inNewTab: boolean) => void
}

function PaletteRow({ id, entry, query, isCurrent, onRun }: PaletteRowProps) {
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isCurrent) row.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isCurrent])
  const Icon = entry.icon
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field names the current row to screen readers
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="sd-palette-row"
      onClick={(event) => onRun(event.ctrlKey || event.metaKey)}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className="sd-ellipsis">
        {markMatches(entry.label, query).map((part) =>
          part.isMatch ? <mark key={part.text}>{part.text}</mark> : <span key={part.text}>{part.text}</span>,
        )}
      </span>
      <span className="sd-spacer" />
      {entry.severity && <SeverityGlyph of={entry.severity} />}
      {entry.hint && <span className="sd-palette-hint">{entry.hint}</span>}
      {isCurrent && <kbd>Enter</kbd>}
    </div>
  )
}

/** Debounced text. */
function useRestingText(text: string): string {
  const [resting, setResting] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setResting(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return resting
}

interface PaletteFinds {
  readonly entries: PaletteEntry[]
  readonly hasFailed: boolean
  readonly isSearching: boolean
  /** The first entry is final for the typed text: no pending search can put another one before it. */
  readonly isFirstKnown: boolean
}

function usePaletteEntries(query: string): PaletteFinds {
  const t = useText()
  const client = useClient()
  const navigate = useNavigate()
  const account = useAccount()
  const menu = useMenu()
  const queries = useQueryClient()
  const authority = account?.auth.authority ?? 'ANONYMOUS'
  const customerId = authority === 'CUSTOMER_USER' ? (account?.auth.customerId ?? undefined) : undefined
  const typed = query.trim()
  const text = useRestingText(typed)
  // Users who can only open dashboards would be led back from every hit.
  const isHeld = account !== null && isHeldToDashboards(account)
  const isSearching = account !== null && !isHeld && text !== '' && !text.startsWith('>')

  const found = useQuery({
    queryKey: ['palette', authority, text],
    enabled: isSearching,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => {
      const link = { page: 0, pageSize: hitsMax, textSearch: text }
      const quiet = { signal, ignoreErrors: true, ignoreLoading: true }
      return account ? searchPalette(paletteKinds(client, account), link, customerId, quiet) : []
    },
  })

  const lookup = useKeyLookup()
  // Only if the query names a key: entities are found above.
  const series = useQuery({
    queryKey: ['palette', 'series', authority, text],
    enabled: isSearching && authority !== 'SYS_ADMIN',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const keys = await cachedKeys(client, queries)
      return wordsOf(text, keys, lookup).keys.length > 0
        ? findSeries(client, text, { keys, lookup }, hitsMax, signal)
        : []
    },
  })

  const facts = useDeviceFacts(isSearching ? found.data : undefined)
  const acknowledge = useAcknowledgeAll()

  /** Opens `href` in a new tab if requested. */
  const go = (href: string, open: () => void) => (inNewTab: boolean) =>
    inNewTab ? window.open(href, '_blank') : open()

  const entries: PaletteEntry[] = []
  for (const { kind, hits } of (isSearching && found.data) || []) {
    for (const hit of hits) {
      const { id, name } = hit
      const href = `${kind.path}/${id}`
      const to = (kind.opensBeside ? kind.path : href) as '/devices'
      entries.push({
        id,
        group: t(kind.label),
        label: name,
        icon: kind.icon,
        hint: facts.hintOf(hit),
        severity: facts.severityOf(id),
        run: go(href, () => void navigate({ to, search: kind.opensBeside ? { open: id } : {} })),
        isFound: true,
      })
    }
  }
  for (const one of (isSearching && series.data) || []) {
    const { path, search } = chartPlace(one)
    entries.push({
      id: `${one.entity.id}-${one.key}`,
      group: t('telemetry.tabTelemetry'),
      label: t('explore.seriesOf', { name: one.name, key: keyName(one.key, lookup(one.key)) }),
      icon: ChartLine,
      hint: one.value,
      run: go(`${path}?${new URLSearchParams(search)}`, () => void navigate({ to: path as '/devices', search })),
      isFound: true,
    })
  }
  for (const { label, icon, search } of deviceActions(isSearching ? found.data : undefined, t)) {
    entries.push({
      id: `${search.tab}-${search.open}`,
      group: t('shell.paletteActions'),
      label,
      icon,
      run: go(`/devices?${new URLSearchParams(search)}`, () => void navigate({ to: '/devices', search })),
      isFound: true,
      isCommand: true,
    })
  }
  const first = firstDevice(isSearching ? found.data : undefined)
  if (first && facts.unacknowledged.length > 0) {
    const ids = facts.unacknowledged
    entries.push({
      id: `acknowledge-${first.id}`,
      group: t('shell.paletteActions'),
      label: t('shell.acknowledgeOf', { count: ids.length, name: first.name }),
      icon: Check,
      run: () => void acknowledge(ids),
      isFound: true,
      isCommand: true,
    })
  }
  for (const place of menu.flatMap((group) => group.places)) {
    entries.push({
      id: place.to.slice(1),
      group: t('shell.palettePages'),
      label: t(place.label),
      icon: place.icon,
      hint: `G ${place.key.toUpperCase()}`,
      run: go(place.to, () => void navigate({ to: place.to, search: {} })),
    })
  }
  const command = (id: string, label: string, icon: PaletteEntry['icon'], run: () => void) =>
    entries.push({ id, group: t('shell.paletteActions'), label, icon, run, isCommand: true })
  for (const { label, icon, to, search } of isHeld ? [] : listCommands(authority)) {
    command(label, t(label), icon, () => void navigate({ to, search }))
  }
  if (account && !account.auth.isPublic) {
    command('profile', t('profile.title'), CircleUser, () => void navigate({ to: '/profile', search: {} }))
    if (!isHeld)
      command(
        'helpPages',
        t('help.title'),
        BookOpen,
        () => void navigate({ to: '/help/$', params: { _splat: 'index' } }),
      )
  }
  for (const choice of themeChoices) {
    command(`theme-${choice}`, t(themeLabels[choice]), themeIcons[choice], () => chooseTheme(choice))
  }
  if (canFillScreen()) command('fullScreen', t('shell.fullScreen'), Maximize, toggleFullScreen)
  command('help', t('shell.helpOfPage'), CircleHelp, openHelp)
  command('keys', t('shell.help'), Keyboard, openShortcuts)
  command('signOut', t('shell.signOut'), LogOut, () => void client.session.logout())
  if (authority === 'TENANT_ADMIN' && isSearching && typed !== '' && !typed.startsWith('>')) {
    entries.push({
      id: 'addNamed',
      group: t('shell.paletteActions'),
      label: t('shell.addDeviceNamed', { name: typed }),
      icon: Plus,
      run: () => void navigate({ to: '/devices', search: { add: typed } }),
      isFound: true,
      isCommand: true,
      isOffer: true,
    })
  }
  const isOfText = typed === text
  const hasHits = found.data?.some(({ hits }) => hits.length > 0) === true
  return {
    entries,
    hasFailed: isSearching && found.isError,
    isFirstKnown: isOfText && (!isSearching || (!found.isFetching && (hasHits || !series.isFetching))),
    isSearching: !isOfText || (isSearching && (found.isFetching || series.isFetching)),
  }
}
