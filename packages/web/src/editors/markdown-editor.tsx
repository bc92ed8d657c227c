/** Form field for Markdown with a switch between editor and preview. */

import './markdown.css'
import { useState } from 'react'
import { useText } from '../locale/use-text.tsx'
import { Segmented } from '../ui/segmented/segmented.tsx'
import { CodeEditor, type CodeEditorProps, editorHeightMin } from './code-editor.tsx'
import { MarkdownView } from './markdown-view.tsx'

type MarkdownEditorProps = Omit<CodeEditorProps, 'language' | 'aside' | 'check' | 'onFaults' | 'completions' | 'indent'>

export function MarkdownEditor(props: MarkdownEditorProps) {
  const t = useText()
  const [side, setSide] = useState<'write' | 'read'>('write')
  const choice = (
    <Segmented
      label={t('editors.side', { name: props.label })}
      size="sm"
      value={side}
      options={[
        { value: 'write', label: t('editors.write') },
        { value: 'read', label: t('editors.read') },
      ]}
      onChange={setSide}
    />
  )
  if (side === 'write') return <CodeEditor {...props} language="markdown" aside={choice} />
  return (
    <div className="sd-field">
      <div className="sd-field-label">
        <span>
          {props.label}
          {props.isOptional && <span className="sd-field-optional"> {t('ui.optional')}</span>}
        </span>
        {choice}
      </div>
      <section
        className="sd-markdown-side"
        aria-label={t('editors.readOf', { name: props.label })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        tabIndex={0}
        style={{ height: Math.max(props.height ?? 0, editorHeightMin) }}
      >
        {props.value.trim() === '' ? (
          <p className="sd-text-3">{t('editors.nothingWritten')}</p>
        ) : (
          <MarkdownView text={props.value} />
        )}
      </section>
    </div>
  )
}
