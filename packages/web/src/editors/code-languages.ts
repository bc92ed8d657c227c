/** Language support of the editor; each language is loaded when first used. */

import type { Extension } from '@codemirror/state'
import type { CodeLanguage } from './code-language.ts'

export async function languageSupport(language: CodeLanguage): Promise<Extension> {
  switch (language) {
    case 'json':
      return (await import('@codemirror/lang-json')).json()
    case 'javascript':
      return (await import('@codemirror/lang-javascript')).javascript()
    case 'css':
      return (await import('@codemirror/lang-css')).css()
    case 'protobuf':
      return (await import('./protobuf-language.ts')).protobufLanguage
    case 'markdown':
      return (await import('@codemirror/lang-markdown')).markdown()
    case 'text':
      return []
  }
}
