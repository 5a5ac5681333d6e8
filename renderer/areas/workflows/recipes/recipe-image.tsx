import { Cube, GitBranch, Flows, WarningSign } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import type { Row } from '../../../../shared/contract/entity.ts';
import { imageProblem } from '../../../../shared/rules/recipe-image.ts';
import { recipeImage } from '../../../state/recipes.ts';

const signs = { langgraph: Flows, dag: GitBranch } as const;

/** Why a recipe's image is not drawn, or the image: nothing is handed to the browser whose header was not read. */
function shownImage(image: string | null): { readonly url?: string; readonly problem?: string } {
  if (image === null) return {};
  const problem = imageProblem(image);
  return problem === undefined ? { url: image } : { problem };
}

/** The image of a recipe, asked for when it comes into sight; a sign of its type where it has none, and the reason where it cannot be shown. */
export function RecipeImage({ row }: { readonly row: Row }) {
  const [shown, setShown] = useState<{ readonly url?: string; readonly problem?: string }>({});
  const { id, upd_date, version_id, has_image: has, recipe_image: own } = row;
  useEffect(() => {
    let here = true;
    const load = async () => {
      // A platform that lists recipes whole has said it already.
      if (typeof own === 'string' && own !== '') return setShown(shownImage(own));
      if (has !== true) return setShown({});
      const reply = await recipeImage({ id, upd_date, version_id });
      if (here) setShown(reply.ok ? shownImage(reply.data.image) : { problem: reply.error.message });
    };
    void load();
    return () => {
      here = false;
    };
  }, [id, upd_date, version_id, has, own]);
  if (shown.url !== undefined) {
    return <img className="recipe-picture" src={shown.url} alt="" decoding="async" draggable={false} onError={() => setShown({ problem: 'The image is damaged.' })} />;
  }
  const Sign = signs[row['workflow_type'] as keyof typeof signs] ?? Cube;
  return (
    <span className="recipe-picture" data-empty={shown.problem === undefined ? 'none' : 'problem'} title={shown.problem}>
      {shown.problem === undefined ? <Sign size={20} /> : <><WarningSign size={16} /> <span>Image not shown</span></>}
      {shown.problem !== undefined && <span className="tr-hidden">{shown.problem}</span>}
    </span>
  );
}
