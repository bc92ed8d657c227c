/**
 * Form field for code: JSON, JavaScript, CSS, a protobuf schema, Markdown or plain text.
 *
 *   <CodeEditor label={t('…')} language="json" value={text} onChange={setText} error={fault} />
 *
 * It looks like other form fields: label above, help or error below. Syntax errors are marked in the text and passed to
 * `onFaults`; the form decides whether they prevent saving. The editor's code loads when the first editor is mounted;
 * until then, the plain text is shown.
 *
 * Tab indents. Escape, then Tab, leaves the editor; the accessible description explains this.
 */

import './code-editor.css'
import { Expand, Shrink, TriangleAlert, WandSparkles } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { IconButton } from '../ui/button/button.tsx'
import { useLayer } from '../ui/overlay/layers.ts'
import { hideFromTop, showOnTop } from '../ui/overlay/top-layer.ts'
import { codeFaults } from './code-check.ts'
import type { CodeFault } from './code-fault.ts'
import { type CodeLanguage, canTidy } from './code-language.ts'
import type { CodeTree, Surface, SurfaceState } from './code-surface.ts'

/** Minimum height of an editor in px. */
export const editorHeightMin = 200

export interface CodeEditorProps {
  readonly label: string
  readonly language: CodeLanguage
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly isOptional?: boolean
  readonly help?: ReactNode
  /** Error message; replaces the help. */
  readonly error?: string
  readonly isReadOnly?: boolean
  readonly isDisabled?: boolean
  readonly placeholder?: string
  /** Px; default and minimum 200. */
  readonly height?: number
  /** Fills the available height, at least 200 px. */
  readonly isFilling?: boolean
  /** Spaces per indent level when JSON is formatted; default 4. */
  readonly indent?: number
  /** Names offered while typing. */
  readonly completions?: readonly string[]
  /** Returns the faults to show, given those of the language. Must keep its identity between renders. */
  readonly check?: (
    text: string,
    ofLanguage: readonly CodeFault[],
  ) => readonly CodeFault[] | Promise<readonly CodeFault[]>
  /** Names that a script may use in addition to those that it declares; if set, all other names are faults. */
  readonly knownNames?: readonly string[]
  /** Read-only lines before and after the text, such as the head of a function. */
  readonly opening?: string
  readonly closing?: string
  /** Called after each pause in typing. */
  readonly onFaults?: (faults: readonly CodeFault[]) => void
  /** Shown next to the label, before the editor's own buttons. */
  readonly aside?: ReactNode
}

export function CodeEditor({
  label,
  language,
  value,
  onChange,
  onBlur,
  isOptional,
  help,
  error,
  isReadOnly = false,
  isDisabled = false,
  placeholder = '',
  height = editorHeightMin,
  isFilling = false,
  indent,
  completions = none,
  check,
  knownNames,
  opening,
  closing,
  onFaults,
  aside,
}: CodeEditorProps) {
  const t = useText()
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const surface = useRef<Surface | null>(null)
  const [isReady, setReady] = useState(false)
  const [isFull, setFull] = useState(false)
  const [isRejected, setRejected] = useState(false)

  const note = isRejected ? t('editors.notTidied') : (error ?? help)
  const described = [note ? `${id}-note` : '', isReadOnly || isDisabled ? '' : `${id}-keys`].filter(Boolean).join(' ')
  const isWrong = Boolean(error)
  const state = useMemo(
    (): SurfaceState => ({
      isReadOnly,
      isDisabled,
      placeholder,
      completions,
      attributes: {
        id,
        'aria-labelledby': `${id}-label`,
        ...(described && { 'aria-describedby': described }),
        ...(isWrong && { 'aria-invalid': 'true' }),
        ...(isReadOnly && { 'aria-readonly': 'true' }),
        ...(isDisabled && { 'aria-disabled': 'true' }),
        spellcheck: String(language === 'markdown' || language === 'text'),
      },
      phrases: {
        'Control character': t('editors.controlCharacter'),
        Completions: t('editors.completions'),
      },
    }),
    [isReadOnly, isDisabled, placeholder, completions, id, described, isWrong, language, t],
  )

  const changed = useEffectEvent((text: string) => {
    setRejected(false)
    onChange(text)
  })
  const left = useEffectEvent(() => onBlur?.())
  const faultsOf = useEffectEvent(async (text: string, tree: CodeTree) => {
    const ofLanguage = codeFaults(language, text, tree, t, knownNames)
    const faults = check ? await check(text, ofLanguage) : ofLanguage
    onFaults?.(faults)
    return faults
  })
  const current = useEffectEvent(() => ({ value, state }))

  const [loads, setLoads] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loads` counts the attempts to load the editor
  useEffect(() => {
    let isGone = false
    const loadAgain = () => setLoads((count) => count + 1)
    void import('./code-surface.ts')
      .then(async ({ mountCode }) => {
        if (isGone || !host.current) return
        const started = current()
        const made = await mountCode(host.current, {
          language,
          ...started,
          onChange: (text) => changed(text),
          onBlur: () => left(),
          check: (text, tree) => faultsOf(text, tree),
        })
        if (isGone) return made.destroy()
        surface.current = made
        // Value and state may have changed while the editor loaded.
        const now = current()
        made.setValue(now.value)
        made.setState(now.state)
        setReady(true)
      })
      .catch((reason: unknown) => {
        console.error('The editor could not be loaded.', reason)
        // The plain text is shown until the client is online again.
        if (!isGone) addEventListener('online', loadAgain, { once: true })
      })
    return () => {
      isGone = true
      removeEventListener('online', loadAgain)
      surface.current?.destroy()
      surface.current = null
      setReady(false)
    }
  }, [language, loads])

  useEffect(() => surface.current?.setValue(value), [value])
  useEffect(() => surface.current?.setState(state), [state])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rules ask for another look
  useEffect(() => surface.current?.checkAgain(), [check])

  useLayer(isFull, () => setFull(false))
  useLayoutEffect(() => {
    const element = frame.current
    if (!isFull || !element) return
    const focused = document.activeElement
    showOnTop(element)
    if (focused instanceof HTMLElement && element.contains(focused)) focused.focus()
    return () => hideFromTop(element)
  }, [isFull])

  function tidy() {
    if (!surface.current) return
    setRejected(!surface.current.tidy(indent))
    surface.current.focus()
  }

  return (
    <div
      ref={frame}
      className="sd-field sd-code-field"
      data-full={isFull || undefined}
      data-filling={isFilling || undefined}
      popover={isFull ? 'manual' : undefined}
    >
      <div className="sd-field-label">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: as a label does; the keyboard reaches the editor itself */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as a label does; the keyboard reaches the editor itself */}
        <span id={`${id}-label`} onClick={() => surface.current?.focus()}>
          {label}
          {isOptional && <span className="sd-field-optional"> {t('ui.optional')}</span>}
        </span>
        <span className="sd-code-tools">
          {aside}
          {canTidy(language) && !isReadOnly && !isDisabled && (
            <IconButton
              size="sm"
              label={t('editors.tidy')}
              disabled={!isReady}
              icon={<WandSparkles size={16} strokeWidth={2} />}
              onClick={tidy}
            />
          )}
          <IconButton
            size="sm"
            label={t(isFull ? 'editors.leaveFullScreen' : 'editors.fullScreen')}
            aria-pressed={isFull}
            icon={isFull ? <Shrink size={16} strokeWidth={2} /> : <Expand size={16} strokeWidth={2} />}
            onClick={() => setFull(!isFull)}
          />
        </span>
      </div>
      <div
        className="sd-code-editor"
        data-invalid={isWrong || undefined}
        data-disabled={isDisabled || undefined}
        style={isFull || isFilling ? undefined : { height: Math.max(height, editorHeightMin) }}
      >
        {opening && <code className="sd-code-frame">{opening}</code>}
        <div ref={host} className="sd-code-host" hidden={!isReady} />
        {!isReady && <pre className="sd-code-waiting">{value}</pre>}
        {closing && <code className="sd-code-frame">{closing}</code>}
      </div>
      <span id={`${id}-keys`} className="sd-hidden-text">
        {t('editors.keys')}
      </span>
      {note && (
        <div id={`${id}-note`} className="sd-field-note" data-error={isWrong || isRejected || undefined}>
          {(isWrong || isRejected) && <TriangleAlert size={14} strokeWidth={2} aria-hidden />}
          {note}
        </div>
      )}
    </div>
  )
}

const none: readonly string[] = []
