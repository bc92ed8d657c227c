/**
 * Library of widget types, over the canvas: choose what the widget is for, find a type, see it with its values, add it.
 * The arrow keys move over the cards, `Enter` adds, `Space` adds and keeps the library open, `/` searches.
 */

import './library.css'
import type { DashboardConfiguration, JsonObject } from '@sonde/model/dashboards/dashboard-configuration'
import type { LayoutPlace } from '@sonde/model/dashboards/editing/commands'
import {
  addFromType,
  fittingKeys,
  kindOfType,
  sizeOfType,
  suggestedTypes,
  typeNameOf,
  usesSource,
  type WidgetSource,
} from '@sonde/model/dashboards/editing/widget-from-type'
import { CodeXml, FileInput, LayoutGrid, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { useText } from '../../../locale/use-text.tsx'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SearchField } from '../../../ui/entity-table/search-field.tsx'
import { isSingleKey, isTyping } from '../../../ui/shortcuts/shortcuts.ts'
import { EmptyState, ErrorState, NoMatchState, Skeleton } from '../../../ui/states/states.tsx'
import type { WidgetTypes } from '../../widget-types.ts'
import type { Editor } from '../use-editor.ts'
import { hasPreview, LibraryPreview, PlainPreview, previewsSource, TypePicture } from './library-preview.tsx'
import { type LibraryBundle, type ListedType, searchTypes, useLibrary, useRecentTypes } from './library-types.ts'
import { type SourceChoice, useWidgetSource } from './source-choice.ts'
import { SourceField } from './source-field.tsx'

interface WidgetLibraryProps {
  readonly editor: Editor
  readonly place: LayoutPlace
  readonly configuration: DashboardConfiguration
  readonly stateParams: JsonObject
  readonly types: WidgetTypes
  readonly choice: SourceChoice | null
  readonly onChoice: (choice: SourceChoice | null) => void
  readonly onClose: () => void
}

/** Cards of a bundle in the overview; its list has all. */
const rowMax = 3

interface Section {
  readonly id: string
  readonly title: string
  readonly types: readonly ListedType[]
  /** Number of all types, if the section shows only some. */
  readonly total?: number
}

export function WidgetLibrary({
  editor,
  place,
  configuration,
  stateParams,
  types,
  choice,
  onChoice,
  onClose,
}: WidgetLibraryProps) {
  const t = useText()
  const library = useLibrary()
  const recent = useRecentTypes()
  const { source, isLoading } = useWidgetSource(choice, configuration, stateParams)
  const [group, setGroup] = useState('all')
  const [search, setSearch] = useState('')
  const [selectedKey, setSelectedKey] = useState('')
  const [added, setAdded] = useState('')
  const body = useRef<HTMLDivElement>(null)
  useSyncExternalStore(types.version.subscribe, types.version.get)

  const bundles = library.data ?? noBundles
  const all = useMemo(() => bundles.flatMap((bundle) => bundle.types), [bundles])
  const sections = sectionsOf()
  const shown = sections.flatMap((section) => section.types)
  const selected = shown.find(({ key }) => key === selectedKey) ?? shown[0]
  const selectedSection = sections.find((section) => selected && section.types.includes(selected))?.id

  function suggestions(): readonly ListedType[] {
    return source ? suggestedTypes(all, source) : []
  }

  function recents(): readonly ListedType[] {
    return recent.keys.flatMap((key) => all.find((type) => type.key === key) ?? [])
  }

  function sectionsOf(): readonly Section[] {
    const found = { id: 'found', title: t('widgetLibrary.found'), types: searchTypes(all, search) }
    if (search !== '') return [found]
    const suggested = { id: 'suggested', title: t('widgetLibrary.suggested'), types: suggestions() }
    const last = { id: 'recent', title: t('widgetLibrary.recent'), types: recents() }
    if (group === 'suggested') return [suggested]
    if (group === 'recent') return [last]
    if (group !== 'all') {
      return bundles
        .filter(({ key }) => key === group)
        .map((one) => ({ id: one.key, title: one.title, types: one.types }))
    }
    return [
      suggested,
      { ...last, types: last.types.slice(0, rowMax) },
      ...bundles.map((one) => ({
        id: one.key,
        title: one.title,
        types: one.types.slice(0, rowMax),
        total: one.types.length,
      })),
    ].filter((section) => section.types.length > 0)
  }

  const titleOf = (type: ListedType) =>
    source && usesSource(type, source) ? source.name : t('widgetLibrary.newTitle', { name: type.name })

  function add(type: ListedType, keepsOpen: boolean) {
    // Its keys decide what the widget shows.
    if (isLoading) return
    const id = crypto.randomUUID()
    const title = titleOf(type)
    const parts = { id, newAliasId: crypto.randomUUID(), source, title, random: Math.random }
    editor.run(addFromType(place, type, parts))
    editor.select({ ...place, ids: [id], isNew: true })
    recent.add(type.key)
    const text = t('widgetLibrary.added', { name: title })
    editor.say(text)
    setAdded(text)
    if (!keepsOpen) editor.openSide('widget')
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const { target } = event
    const card = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null
    const isSearching = target instanceof HTMLInputElement && target.type === 'search'
    if (isSingleKey(event.nativeEvent, '/')) body.current?.querySelector<HTMLElement>('input[type=search]')?.focus()
    else if (isSearching && event.key === 'ArrowDown') focusSelected()
    else if (isSearching && event.key === 'Enter' && selected) add(selected, false)
    else if (card && isTyping(target)) return
    else if (card && selected && (event.key === 'Enter' || event.key === ' ')) add(selected, event.key === ' ')
    else if (card) {
      const next = nextCard(body.current, card, event.key)
      if (!next) return
      next.focus()
    } else return
    event.preventDefault()
  }

  // The list of an earlier search may go with the focused card in it, because searches begin after a pause.
  const hasCardFocus = useRef(false)
  useLayoutEffect(() => {
    if (hasCardFocus.current && document.activeElement === document.body) focusSelected()
  })

  const focusSelected = () => body.current?.querySelector<HTMLElement>('[role=option][tabindex="0"]')?.focus()

  function choose(next: string) {
    setGroup(next)
    setSearch('')
    body.current?.querySelector('.db-library-cards')?.scrollTo(0, 0)
  }

  const size = selected && sizeOfType(selected)
  return (
    <Dialog
      title={t('widgetLibrary.addWidget')}
      onClose={onClose}
      size={860}
      isFlush
      className="db-library"
      header={
        <div className="db-library-source">
          <SourceField configuration={configuration} value={choice} onChange={onChoice} />
          {source && !isLoading && (
            <span className="sd-text-2 sd-sm">{t('widgetLibrary.keyCount', { count: source.keys.length })}</span>
          )}
        </div>
      }
      footer={
        <>
          <span className="db-library-hint sd-text-2 sd-sm">
            <span role="status">{added}</span>
            {added === '' && <span data-keys>{t('widgetLibrary.keysHint')}</span>}
          </span>
          {size && <span className="sd-text-2 sd-sm">{t('widgetLibrary.size', size)}</span>}
          <Button
            kind="filled"
            icon={<Plus size={16} strokeWidth={2} aria-hidden />}
            disabled={!selected}
            busy={isLoading}
            onClick={() => selected && add(selected, false)}
          >
            {t('widgetLibrary.add')}
          </Button>
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the cards and the field inside of it */}
      <div
        ref={body}
        className="db-library-body"
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          hasCardFocus.current = target.role === 'option'
        }}
      >
        <Groups
          bundles={bundles}
          counts={{ suggested: suggestions().length, recent: recents().length, all: all.length }}
          value={search === '' ? group : ''}
          onChange={choose}
          onImport={() => editor.openSide('import')}
        />
        <div className="db-library-main">
          <SearchField
            label={t('widgetLibrary.search', { count: all.length })}
            value={search}
            onChange={setSearch}
            startsFocused
          />
          <div className="db-library-cards" aria-busy={!library.data && !library.error}>
            {library.error && !library.data ? (
              <ErrorState
                title={t('widgetLibrary.loadFailed')}
                error={library.error}
                onRetry={() => void library.refetch()}
              />
            ) : library.data ? (
              sections.map((section) => (
                <SectionView
                  key={section.id}
                  section={section}
                  types={types}
                  selected={section.id === selectedSection ? (selected?.key ?? '') : ''}
                  onSelect={setSelectedKey}
                  onAdd={(type) => add(type, false)}
                  onAll={() => choose(section.id)}
                />
              ))
            ) : (
              <LoadingCards />
            )}
            {library.data &&
              shown.length === 0 &&
              (search !== '' ? (
                <NoMatchState
                  title={t('widgetLibrary.noMatch')}
                  text={t('widgetLibrary.noMatchText')}
                  onClear={() => setSearch('')}
                />
              ) : (
                <EmptyState
                  icon={<LayoutGrid size={24} strokeWidth={1.75} aria-hidden />}
                  title={t('widgetLibrary.none')}
                  text={t('widgetLibrary.noneText')}
                />
              ))}
          </div>
        </div>
        {selected && (
          <TypeDetails
            type={selected}
            source={source}
            isLoading={isLoading}
            title={titleOf(selected)}
            types={types}
            timewindow={editor.dashboard.configuration.timewindow}
          />
        )}
      </div>
    </Dialog>
  )
}

const noBundles: readonly LibraryBundle[] = []

/** Card that an arrow key leads to. */
function nextCard(root: HTMLElement | null, from: HTMLElement, key: string): HTMLElement | undefined {
  const all = [...(root?.querySelectorAll<HTMLElement>('[role=option]') ?? [])]
  const at = all.indexOf(from)
  if (key === 'ArrowRight') return all[at + 1]
  if (key === 'ArrowLeft') return all[at - 1]
  if (key === 'Home') return all[0]
  if (key === 'End') return all.at(-1)
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined
  const start = from.getBoundingClientRect()
  const boxes = all.map((card) => ({ card, box: card.getBoundingClientRect() }))
  const rest = boxes.filter(({ box }) => (key === 'ArrowDown' ? box.top >= start.bottom : box.bottom <= start.top))
  const tops = rest.map(({ box }) => box.top)
  const top = key === 'ArrowDown' ? Math.min(...tops) : Math.max(...tops)
  return rest
    .filter(({ box }) => box.top === top)
    .sort((a, b) => Math.abs(a.box.left - start.left) - Math.abs(b.box.left - start.left))[0]?.card
}

interface GroupsProps {
  readonly bundles: readonly LibraryBundle[]
  readonly counts: { readonly suggested: number; readonly recent: number; readonly all: number }
  readonly value: string
  readonly onChange: (group: string) => void
  readonly onImport: () => void
}

function Groups({ bundles, counts, value, onChange, onImport }: GroupsProps) {
  const t = useText()
  const item = (id: string, label: string, count: number) => (
    <button key={id} type="button" aria-current={id === value || undefined} onClick={() => onChange(id)}>
      <span className="sd-ellipsis">{label}</span>
      <span>{count}</span>
    </button>
  )
  const own = bundles.filter(({ isSystem }) => !isSystem)
  const ofBundle = (one: LibraryBundle) => item(one.key, one.title, one.types.length)
  return (
    <nav className="db-library-groups" aria-label={t('widgetLibrary.groups')}>
      {item('all', t('widgetLibrary.all'), counts.all)}
      {item('suggested', t('widgetLibrary.suggested'), counts.suggested)}
      {item('recent', t('widgetLibrary.recent'), counts.recent)}
      <h3>{t('widgetLibrary.bundles')}</h3>
      {bundles.filter(({ isSystem }) => isSystem).map(ofBundle)}
      {own.length > 0 && <h3>{t('widgetLibrary.ownBundles')}</h3>}
      {own.map(ofBundle)}
      <Button size="sm" kind="plain" icon={<FileInput size={16} strokeWidth={2} aria-hidden />} onClick={onImport}>
        {t('widgetLibrary.import')}
      </Button>
    </nav>
  )
}

interface SectionViewProps {
  readonly section: Section
  readonly types: WidgetTypes
  /** Key of the selected type, if it is the one of this section; a type may be in several. */
  readonly selected: string
  readonly onSelect: (key: string) => void
  readonly onAdd: (type: ListedType) => void
  readonly onAll: () => void
}

function SectionView({ section, types, selected, onSelect, onAdd, onAll }: SectionViewProps) {
  const t = useText()
  const { title, total } = section
  if (section.types.length === 0) return null
  return (
    <section>
      <div className="db-library-head">
        <h3>{title}</h3>
        {total !== undefined && total > section.types.length && (
          <Button
            size="sm"
            kind="plain"
            aria-label={`${t('widgetLibrary.showAll')}: ${title}, ${total}`}
            onClick={onAll}
          >
            {t('widgetLibrary.showAll')}
          </Button>
        )}
      </div>
      <div className="db-library-list" role="listbox" aria-label={title} aria-orientation="horizontal">
        {section.types.map((type) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the library handles the keys of its cards
          <div
            key={type.key}
            role="option"
            className="db-library-card"
            tabIndex={type.key === selected ? 0 : -1}
            aria-selected={type.key === selected}
            onFocus={() => onSelect(type.key)}
            onClick={() => onSelect(type.key)}
            onDoubleClick={() => onAdd(type)}
          >
            <span className="db-library-picture">
              <TypePicture type={type} />
            </span>
            <b>{type.name}</b>
            {type.description && <small>{type.description}</small>}
            <span className="db-library-kind">
              {t(`widgetsBundles.${kindOfType(type)}`)}
              {types.state(typeNameOf(type)).kind === 'missing' && (
                <span title={t('widgetLibrary.notDrawn')}>
                  <CodeXml size={14} strokeWidth={2} aria-hidden />
                  <span className="sd-hidden-text">{t('widgetLibrary.notDrawn')}</span>
                </span>
              )}
            </span>
          </div>
        ))}
      </div>
    </section>
  )
}

const LoadingCards = () => (
  <div className="db-library-list">
    {Array.from({ length: 9 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they never change
      <Skeleton key={index} height={132} />
    ))}
  </div>
)

interface TypeDetailsProps {
  readonly type: ListedType
  readonly source: WidgetSource | null
  readonly isLoading: boolean
  readonly title: string
  readonly types: WidgetTypes
  readonly timewindow: unknown
}

function TypeDetails({ type, source, isLoading, title, types, timewindow }: TypeDetailsProps) {
  const t = useText()
  const name = useMemo(() => typeNameOf(type), [type])
  const isMissing = types.state(name).kind === 'missing'
  const isLive = previewsSource(type, source)
  // The arrow keys move faster than widgets are drawn.
  const drawn = useDeferredValue(type)
  return (
    <aside className="db-library-details" aria-label={type.name}>
      <div className="db-library-preview">
        <div className="db-library-head">
          <h3>{t('widgetLibrary.preview')}</h3>
          {hasPreview(type, source) && kindOfType(type) !== 'static' && !isMissing && !isLoading && (
            <span className="db-library-chip" data-live={isLive || undefined}>
              {t(isLive ? 'widgetLibrary.live' : 'widgetLibrary.sample')}
            </span>
          )}
        </div>
        {/* Its widget draws live data but doesn't react: it would change the device. */}
        <div className="db-library-box" inert>
          {isMissing || !hasPreview(drawn, source) ? (
            <PlainPreview type={drawn} />
          ) : isLoading ? (
            <Skeleton height="100%" />
          ) : (
            <LibraryPreview
              key={drawn.key}
              type={drawn}
              source={source}
              title={title}
              types={types}
              timewindow={timewindow}
            />
          )}
        </div>
      </div>
      <div className="db-library-about">
        <h3>{type.name}</h3>
        <div className="db-library-tags">
          <span className="sd-tag">{t(`widgetsBundles.${kindOfType(type)}`)}</span>
          <span className="sd-tag">{type.bundleTitle}</span>
          {type.isSystem && <span className="sd-tag">{t('widgetLibrary.system')}</span>}
        </div>
        {isMissing && (
          <p className="db-library-missing">
            <CodeXml size={16} strokeWidth={2} aria-hidden />
            <span>
              {t('widgetLibrary.notDrawn')}. {t('widgetLibrary.notDrawnText')}
            </span>
          </p>
        )}
        {type.description && <p className="sd-text-2">{type.description}</p>}
        {kindOfType(type) !== 'static' && (
          <>
            <h4>{t('widgetLibrary.reads')}</h4>
            <Reads type={type} source={isLoading ? null : source} />
          </>
        )}
      </div>
    </aside>
  )
}

function Reads({ type, source }: Pick<TypeDetailsProps, 'type' | 'source'>) {
  const t = useText()
  const kind = kindOfType(type)
  if (!source || !usesSource(type, source)) {
    return (
      <p className="sd-text-2">{t(kind === 'rpc' ? 'widgetLibrary.readsNoDevice' : 'widgetLibrary.readsNothing')}</p>
    )
  }
  const { name } = source
  if (kind === 'alarm') return <p className="sd-text-2">{t('widgetLibrary.readsAlarms', { name })}</p>
  if (kind === 'rpc') return <p className="sd-text-2">{t('widgetLibrary.readsDevice', { name })}</p>
  const keys = fittingKeys(type, source.keys)
  if (keys.length === 0) return <p className="sd-text-2">{t('widgetLibrary.noFit', { name })}</p>
  return (
    <ul className="db-library-reads">
      {keys.map((key) => (
        <li key={`${key.type} ${key.name}`}>
          <code>{key.name}</code>
          <span className="sd-text-2">{t(`widgetLibrary.key.${key.type}`)}</span>
        </li>
      ))}
    </ul>
  )
}
