/**
 * A story: a shared piece drawn in each of its states, for who builds pages with it. It stands beside the piece as
 * `name.story.tsx`; the catalogue finds it by that name.
 */

import type { ComponentType } from 'react'

export const storyGroups = ['Editors', 'Dialogs', 'Pickers', 'Fields', 'Time', 'Feedback', 'Page pieces'] as const
type StoryGroup = (typeof storyGroups)[number]

export interface Story {
  /** Of its address: `?story=code-editor`. */
  readonly id: string
  readonly group: StoryGroup
  readonly title: string
  /** What it is for, and the rules that it keeps. */
  readonly about: string
  readonly examples: readonly StoryExample[]
}

interface StoryExample {
  readonly name: string
  readonly Example: ComponentType
}
