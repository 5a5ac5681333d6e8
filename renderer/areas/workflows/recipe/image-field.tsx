import { Button, FileInput } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useState } from 'react';
import { imageProblem } from '../../../../shared/rules/recipe-image.ts';
import { RecipeImage } from '../recipes/recipe-image.tsx';
import { shrunkImage } from './shrunk-image.ts';

interface ImageFieldProps {
  readonly id: string;
  readonly described: string | undefined;
  /** A data URL, or nothing. */
  readonly value: string;
  readonly onChange: (value: string | null) => void;
}

/** Chooses the image of a recipe: what is chosen is drawn smaller before it is kept. */
export function ImageField({ id, described, value, onChange }: ImageFieldProps) {
  const [problem, setProblem] = useState<string | undefined>();
  const [working, setWorking] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    setProblem(undefined);
    setWorking(true);
    const made = await shrunkImage(file);
    setWorking(false);
    if (made.problem === undefined) onChange(made.url);
    else setProblem(made.problem);
  };
  const wrong = problem ?? (value === '' ? undefined : imageProblem(value));
  return (
    <div className="recipe-image-field">
      {value !== '' && <div className="recipe-thumb"><RecipeImage row={{ id: 'chosen', recipe_image: value }} /></div>}
      <div className="tr-actions">
        <FileInput text={working ? 'Drawing it smaller…' : value === '' ? 'Choose a PNG, JPEG, WebP or GIF' : 'Choose another'} disabled={working} inputProps={{ id, accept: 'image/png,image/jpeg,image/webp,image/gif', 'aria-describedby': described, onChange: (event) => void choose((event.target as HTMLInputElement).files?.[0]) }} />
        {value !== '' && <Button variant="minimal" icon={<Trash size={14} />} text="Remove" onClick={() => onChange(null)} />}
      </div>
      {wrong !== undefined && <span className="form-problem" role="alert">{wrong}</span>}
    </div>
  );
}
