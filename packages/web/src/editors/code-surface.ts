/**
 * The text editor, based on CodeMirror. Only this file and its imports use CodeMirror, so that pages without an editor
 * don't load it.
 *
 * CodeMirror writes its CSS into a style element, which needs the page's nonce to satisfy the Content Security Policy.
 * Syntax colors are classes in `code-editor.css` that use theme tokens, for both color schemes.
 */

import { autocompletion, closeBrackets, closeBracketsKeymap, completeFromList } from '@codemirror/autocomplete'
import { indentLess, indentMore } from '@codemirror/commands'
import {
  bracketMatching,
  ensureSyntaxTree,
  indentOnInput,
  indentRange,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language'
import { type Diagnostic, forceLinting, linter, lintGutter, nextDiagnostic } from '@codemirror/lint'
import { Annotation, Compartment, EditorState, type Extension, Prec, Transaction } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers, placeholder as placeholderText } from '@codemirror/view'
import { minimalSetup } from 'codemirror'
import type { CodeFault } from './code-fault.ts'
import { type CodeLanguage, codeIndent, codeWrap } from './code-language.ts'
import { languageSupport } from './code-languages.ts'
import { layOutCss } from './css-text.ts'
import { layOutJson } from './json-text.ts'

/** Debounce of the check after a change, ms. */
const checkDelayMs = 300
/** Maximum time to parse a text, ms; if exceeded, there is no syntax tree until the next check. */
const parseMsMax = 200

/** Syntax tree of the text; null if parsing took too long. */
export type CodeTree = ReturnType<typeof ensureSyntaxTree>

export interface SurfaceOptions {
  readonly language: CodeLanguage
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  /** Returns the faults in the text; called after each pause in typing. */
  readonly check: (text: string, tree: CodeTree) => readonly CodeFault[] | Promise<readonly CodeFault[]>
  readonly state: SurfaceState
}

/** State that can change while the editor is mounted. */
export interface SurfaceState {
  readonly isReadOnly: boolean
  readonly isDisabled: boolean
  readonly placeholder: string
  /** Names offered while typing. */
  readonly completions: readonly string[]
  /** HTML attributes of the editable element, such as its accessible name and description. */
  readonly attributes: Readonly<Record<string, string>>
  /** Translations of CodeMirror's built-in texts. */
  readonly phrases: Readonly<Record<string, string>>
}

export interface Surface {
  setValue(value: string): void
  setState(state: SurfaceState): void
  /** Checks again, such as after the rules changed. */
  checkAgain(): void
  /** Formats the text. Returns false if it has syntax errors and stays unchanged. */
  tidy(indent?: number): boolean
  focus(): void
  /** Moves the cursor to an offset, scrolls it into view and focuses the editor. */
  goTo(offset: number): void
  destroy(): void
}

/** Names of syntax tags by color class. */
const colors: readonly (readonly [colour: string, names: readonly string[]])[] = [
  ['comment', ['comment', 'meta', 'processingInstruction', 'quote']],
  ['keyword', ['keyword', 'bool', 'null', 'atom', 'self', 'operatorKeyword', 'modifier', 'heading']],
  ['string', ['string', 'regexp', 'escape', 'special(string)', 'url', 'link', 'monospace']],
  ['number', ['number', 'unit', 'color', 'integer', 'float']],
  ['fn', ['function(variableName)', 'propertyName', 'typeName', 'className', 'tagName', 'labelName', 'attributeName']],
  ['invalid', ['invalid']],
]
const colorOf = new Map(colors.flatMap(([color, names]) => names.map((name) => [name, `sd-code-${color}`] as const)))

const highlighter: Parameters<typeof syntaxHighlighting>[0] = {
  style(tags) {
    for (const tag of tags) {
      for (const one of tag.set) {
        const existing = colorOf.get(String(one))
        if (existing) return existing
      }
    }
    return null
  },
}

/** Marks a change by the parent component, for which `onChange` is not called. */
const fromOutside = Annotation.define<boolean>()

/** CSP nonce that the server writes into the page; empty with the development server. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

/**
 * Tab indents. After Escape, the next Tab leaves the editor, as its description explains. The editor doesn't handle a
 * second Escape, so that it closes the surrounding dialog or full-screen mode.
 */
function tabKeys(): Extension {
  let isLeaving = false
  return [
    keymap.of([
      {
        key: 'Tab',
        run: (view) => !isLeaving && !view.state.readOnly && indentMore(view),
        shift: (view) => !isLeaving && !view.state.readOnly && indentLess(view),
      },
      {
        key: 'Escape',
        run(view) {
          if (isLeaving || view.state.readOnly) return false
          isLeaving = true
          return true
        },
      },
    ]),
    EditorView.domEventHandlers({
      keydown(event) {
        if (!['Escape', 'Tab', 'Shift'].includes(event.key)) isLeaving = false
        // Ctrl+Enter submits or runs: handled by the surrounding form, not by the editor.
        return event.key === 'Enter' && (event.ctrlKey || event.metaKey)
      },
      blur() {
        isLeaving = false
      },
    }),
  ]
}

export async function mountCode(host: HTMLElement, options: SurfaceOptions): Promise<Surface> {
  const support = await languageSupport(options.language)
  const changing = new Compartment()
  let isGone = false

  const changeable = (state: SurfaceState): Extension => [
    EditorState.readOnly.of(state.isReadOnly || state.isDisabled),
    EditorView.editable.of(!state.isDisabled),
    EditorView.contentAttributes.of({ ...state.attributes, tabindex: '0' }),
    state.placeholder === '' ? [] : placeholderText(state.placeholder),
    EditorState.phrases.of(state.phrases),
    state.completions.length === 0
      ? []
      : autocompletion({
          override: [completeFromList(state.completions.map((label) => ({ label, type: 'variable' })))],
          icons: false,
        }),
  ]

  const lint = linter(
    async (view): Promise<Diagnostic[]> => {
      const tree = ensureSyntaxTree(view.state, view.state.doc.length, parseMsMax)
      const faults = await options.check(view.state.doc.toString(), tree)
      // The text may have become shorter during the asynchronous check.
      const { length } = view.state.doc
      return faults
        .filter(({ from }) => from <= length)
        .map(({ from, to, message, isHint }) => ({
          from,
          to: Math.min(to, length),
          message,
          severity: isHint ? 'warning' : 'error',
        }))
    },
    { delay: checkDelayMs },
  )

  const view = new EditorView({
    parent: host,
    state: EditorState.create({
      doc: options.value,
      extensions: [
        EditorView.cspNonce.of(styleNonce()),
        Prec.highest(tabKeys()),
        closeBrackets(),
        keymap.of([...closeBracketsKeymap, { key: 'F8', run: nextDiagnostic }]),
        minimalSetup,
        syntaxHighlighting(highlighter),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of(' '.repeat(codeIndent)),
        options.language === 'text' || options.language === 'markdown' ? [] : [lineNumbers(), lintGutter(), lint],
        highlightActiveLine(),
        options.language === 'text' || options.language === 'markdown' ? EditorView.lineWrapping : [],
        changing.of(changeable(options.state)),
        support,
        EditorView.updateListener.of((update) => {
          if (!update.docChanged || update.transactions.some((one) => one.annotation(fromOutside))) return
          options.onChange(update.state.doc.toString())
        }),
        EditorView.domEventHandlers({ blur: () => options.onBlur() }),
      ],
    }),
  })

  function replace(text: string, isOurs: boolean) {
    if (text === view.state.doc.toString()) return
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: text },
      annotations: isOurs ? [] : [fromOutside.of(true), Transaction.addToHistory.of(false)],
    })
  }

  return {
    setValue: (value) => replace(value, false),
    setState: (state) => view.dispatch({ effects: changing.reconfigure(changeable(state)) }),
    checkAgain: () => {
      if (!isGone) forceLinting(view)
    },
    tidy(indent = codeIndent) {
      const text = view.state.doc.toString()
      if (options.language === 'json') {
        const laidOut = layOutJson(text, { indent, wrap: codeWrap })
        if (laidOut === null) return false
        replace(laidOut, true)
      } else if (options.language === 'css') replace(layOutCss(text, indent), true)
      else {
        ensureSyntaxTree(view.state, view.state.doc.length, parseMsMax)
        view.dispatch({ changes: indentRange(view.state, 0, view.state.doc.length) })
        replace(view.state.doc.toString().replace(/[ \t]+$/gm, ''), true)
      }
      return true
    },
    focus: () => view.focus(),
    goTo(offset) {
      const anchor = Math.min(offset, view.state.doc.length)
      view.dispatch({ selection: { anchor }, scrollIntoView: true })
      view.focus()
    },
    destroy() {
      isGone = true
      view.destroy()
    },
  }
}
