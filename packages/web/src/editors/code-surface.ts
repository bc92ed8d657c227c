/**
 * The editor itself, on CodeMirror. Everything of it is in this file and what it loads, so that pages without an editor
 * do not carry it.
 *
 * CodeMirror writes its rules into a style element, which the policy of the page takes with the page's nonce. Colours are
 * classes of `code-editor.css`, so both schemes follow the tokens.
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

/** Milliseconds without a keystroke until the text is checked. */
const checkDelayMs = 300
/** Milliseconds that a long text may be parsed before its marks wait for the next change. */
const parseMsMax = 200

/** The tree of the text as far as the check asks for it. */
export type CodeTree = ReturnType<typeof ensureSyntaxTree>

export interface SurfaceOptions {
  readonly language: CodeLanguage
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  /** What stands against the text; asked after each pause of typing. */
  readonly check: (text: string, tree: CodeTree) => readonly CodeFault[] | Promise<readonly CodeFault[]>
  readonly state: SurfaceState
}

/** What may change while it is drawn. */
export interface SurfaceState {
  readonly isReadOnly: boolean
  readonly isDisabled: boolean
  readonly placeholder: string
  /** Names that are offered while typing. */
  readonly completions: readonly string[]
  /** Of the element that takes the text: its name, its description. */
  readonly attributes: Readonly<Record<string, string>>
  /** CodeMirror's own few words in the reader's language. */
  readonly phrases: Readonly<Record<string, string>>
}

export interface Surface {
  setValue(value: string): void
  setState(state: SurfaceState): void
  /** Checks again, such as after the rules changed. */
  checkAgain(): void
  /** Lays the text out. False when it is broken and stays as it is. */
  tidy(indent?: number): boolean
  focus(): void
  /** Puts the cursor at an offset and shows it. */
  goTo(offset: number): void
  destroy(): void
}

/** Names of syntax, as the highlighter gets them, by the colour that they have. */
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

/** Marks a change from outside, which is not reported back. */
const fromOutside = Annotation.define<boolean>()

/** Written into the page by the platform; none under the development server. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''
}

/**
 * Tab indents. Escape once lets the next Tab leave the editor, as its description says; a second Escape is none of the
 * editor's: it closes the dialog or the full screen around it.
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
        // Submits or runs: the business of what is around.
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
      // The text may have changed while something was waited for.
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
