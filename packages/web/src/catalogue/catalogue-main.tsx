/** Entry point of the component catalogue, or of a single story. */

import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '../ui/theme/base.css'
import './catalogue.css'
import { createRoot } from 'react-dom/client'
import { createTextStore } from '../locale/text-store.ts'
import { loadTexts } from '../locale/texts.ts'
import type { Story } from '../ui/story.ts'
import { watchColorScheme } from '../ui/theme/color-scheme.ts'
import { CataloguePage } from './catalogue-page.tsx'
import { stories } from './stories.ts'
import { FollowedStory } from './story-page.tsx'
import { StoryWorld } from './story-world.tsx'

async function start() {
  watchColorScheme()
  const texts = createTextStore(await loadTexts({ tag: 'en_US', intl: 'en-US' }))
  const story = storyAlone()
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no element for the catalogue.')
  createRoot(root).render(
    story ? (
      <FollowedStory first={story} texts={texts} chosen={storyAlone} />
    ) : (
      <StoryWorld texts={texts}>
        <CataloguePage />
      </StoryWorld>
    ),
  )
}

function storyAlone(): Story | undefined {
  const requested = new URLSearchParams(location.search)
  return requested.has('alone') ? stories.find(({ id }) => id === requested.get('story')) : undefined
}

void start()
