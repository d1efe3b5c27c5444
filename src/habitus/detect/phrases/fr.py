"""French. How to read a line: see the package."""

JOINS = "et|mais|car|parce que|donc|bien que|ok|alors|dis"

MACROS = r"""
wrong    faux|fausse|fausses|incorrect|incorrecte|incorrects|errone|erronee|inexact|inexacte|mauvais|mauvaise|casse|cassee|nul|nulle
         |n'importe quoi|a l'envers|incomplet|incomplete|invente|inventee|vide|inutile|absurde|pourri|horrible|bidon|mal fait
it       ca|cela|ceci|ce|c'|tout|tout ca|ce que tu as fait|ce que tu dis
neg      (pas|plus|rien|jamais|toujours pas|pas du tout|meme pas|aucun|aucune|aucunement)
does     marche|marchent|fonctionne|fonctionnent|marchait|affiche|affichent|apparait|apparaissent|charge|chargent|sauvegarde|enregistre
         |ouvre|ouvrent|repond|compile|compilent|demarre|change|changent|fait|font|passe|passent|bouge|trouve|resout|aide|sert|existe
         |existent|permet|lance|envoie|arrive|cree|retourne|renvoie|correspond|va|vont|voit|vois|tourne|respecte|suffit|s'affiche
         |s'affichent|se passe|se charge|s'ouvre|s'execute|se lance|a change|a marche|a fonctionne|a rien change|regle
fault    erreur|erreurs|exception|avertissement|probleme|problemes|bug|bugs|404|500|nan|undefined|null
made     reponses?|messages? de (commit|log)|messages? d'erreur|commits?|branches?|prs?|pull requests?|tests?|fonctions?|methodes?|classes?
         |composants?|endpoints?|migrations?|variables?|constantes?|noms de [a-z]+|fichiers?|imports?|commentaires?|docstrings?|dates?|logs?
         |dependances?|rapports?
manners  commentaires|emojis?|explications|excuses|resumes?|docstrings?|puces|blagues|mocks|abreviations|jargon
lead     ((ah|oh|euh+|heu+|hm+|bon|ben|bah|eh|alors|ecoute|pardon|desole|attends|attendez|ok|mais|hein)[ ,.!]+)
form     anglais|francais|allemand|espagnol|portugais|italien|chinois|markdown|json|csv|utc|snake_case|camelcase|minuscules|majuscules
         |format [^ ]+|present|passe|imperatif|infinitif
"""

HALLUCINATION = r"""
.95  (tu|vous) (es|etes|as|avez|l'as|l'avez) <3>(hallucine|invente|menti|trompe|en train d'halluciner|en train d'inventer|plante
     |fait une erreur|fait erreur|confondu|faux|tort|a cote)
.95  (tu|vous) (te|t'es|t'|vous etes|vous)? ?(hallucines|inventes|mens|trompes|trompez|inventez|mentez|hallucinez|trompe|confonds
     |delires)
.9   (c'est|ce sont|c'etait|ca c'est|cela est|ceci est) <2>($wrong|une erreur|un mensonge|du n'importe quoi)
.85  (est|sont|etait|semble|semblent) <2>($wrong)( |$|,|:)
.8   ~(c'est |tout est )?(faux|incorrect|errone|n'importe quoi)( |$|,)
.85  ((ce n'est|c'est|c'etait|ce n'etait|ca n'est|n'est|est|sont) (vraiment |toujours |absolument |franchement )?$neg) <2>(correct
     |correcte|vrai|juste|exact|bon|bonne|ca|cela|le bon|la bonne|ce que|comme ca|valide|ainsi|possible)
.9   (pas|plus) (ce que|comme) (j'ai|je|j'avais|je t'ai|je vous ai) <2>(demande|dit|voulais|veux|attendais|cherchais|demandais|pensais)
.85  (ce|cette|cet|ces|le|la|les|l'[a-z]+|x+|il|elle|ca) <4>(n'existe|n'existent|existe|existent) $neg
.75  ^[^ ]+ (n'existe|existe) pas( |$|,)
.8   il n'y a (pas|aucun|aucune|rien|plus)
.7?  (d'ou|ou) <2>(sors|tires|sortez|as trouve|viens)
.7   (en fait|en realite),? (c'est|le|la|les|il|elle|ce|non)
.75  (je|on) ne (pense|crois) pas que <2>(soit|soient|c'est|est) <1>(correct|juste|vrai|bon|ca|exact|valide|bien)[a-z]*
.75  (~je (ne )?suis pas <2>d'accord|^pas d'accord( |$|,))
.7   (m'etonnerait que|~je doute que)
"""

REFUSAL = r"""
.9?  pourquoi (tu dis|dis-tu|vous dites|dites-vous|tu as dit|as-tu dit|tu pretends|tu me dis) (que )?(tu|vous) (ne )?(peux|pouvez|sais
     |pouvais|n'as|arrives) pas
.9?  comment ca,? (tu|vous) (ne )?(peux|pouvez|sais|n'as) pas
.8?  pourquoi (tu ne|ne|tu|vous ne|n'as-tu|tu n'as|vous) <2>(peux|peux-tu|pouvez|pouvez-vous|veux|fais|sais) ?(tu )?pas
.8   (si|bien sur que|mais|mais si|mais oui),? (tu|vous) (peux|pouvez|as acces|as le droit)
.85  (tu|vous) (as|avez|avais|m'as|m'avez|aviez) (dit|promis|affirme) que (tu|vous|ca|c'etait|tout)
"""

MISSING_CONTEXT = r"""
.9   je (te |vous |l'|te l'|vous l')?(ai|avais|t'ai|l'ai) (deja|bien|pourtant) (dit|demande|explique|precise|ecrit|donne)
.85  je (t'ai|vous ai|te l'ai|vous l'ai|t'avais|vous avais) (dit|demande|explique|precise)
.8   ~(j'ai|j'avais) <1>(dit|demande|precise|ecrit)( |$|,|:)
.8   (comme|ce que) (je (te |vous )?(l'ai |t'ai |ai )?|j'ai |j'avais )(deja )?(dit|demande|explique|precise)
.85  (je n'ai|j'ai|je ne t'ai|je t'ai|je n'avais) (pas|jamais|rien) (dit|demande|voulu|parle)
.8   ~(je (voulais|parle|parlais|pensais|faisais) (dire|de|du|des|a|reference|seulement|juste)|je voulais)
.85  (tu|vous) (as|avez|n'as|n'avez|l'as|m'as|en as) <2>(oublie|ignore|saute|omis|efface|supprime|enleve|casse|change|duplique|perdu
     |laisse|rate|mal compris|ecrase|zappe|neglige|abime)
.85  (tu|vous) (n'as|n'avez|as|avez|ne l'as|l'as|ne les as) (pas|rien|meme pas|toujours pas|jamais) [a-z]+
.8   (tu|vous) (ne |n')?(comprends|ecoutes|lis|suis|fais|reponds|m'ecoutes|comprenez|ecoutez|lisez) (pas|rien|jamais)
.8?  pourquoi (tu|vous|as-tu|avez-vous|t'as|est-ce que tu|est-ce que vous)( |$)
.8?  (combien de fois|^<3>(encore|a nouveau|encore une fois)$)
.8   (encore|toujours|a nouveau) (le|la|les|une|un|cette|ce|des) <2>(meme|erreur|erreurs|probleme|bug|fois)
.75  (la|le|les) memes? (erreur|erreurs|probleme|problemes|chose|bug|betise)
.5   (il manque|manque|manquent|il manquait)( |$)
.45  (devrait|devraient|aurait du|auraient du|aurais du|devait|auriez du|etait cense|est cense)( |$)
.4=  (au lieu de|plutot que|et non|et pas|, pas) <4>[^ ,]+$
.45= ^$lead*pas <2>[^ ,]+,? mais [a-z]
.55  ~(tous les|toutes les|chaque|aucune?) (nouve[a-z]+ )?($made) ([a-z]+ )?(ne )?(doi(t|vent)|devrai(t|ent)) [a-z]
.55  ~(les|nos) ($made) ([a-z]+ )?(ne )?(doivent|devraient) (pas |jamais )?(etre|avoir|utiliser|suivre|commencer|finir|rester|contenir
     |toucher|depasser)( |$)
.55  ~(assure-toi|veille a ce|fais en sorte) que (tous les|toutes les|chaque|aucune?) (nouve[a-z]+ )?($made) [a-z]
.8   tu oublies (toujours|tout le temps|a chaque fois)( |$)
.55  ^(toujours )?(demande|demandez|previens|prevenez)-moi <1>avant (de |d'|chaque )[a-z]
.55  ^(lance|lancez|execute|lis|relis|verifie) <5>avant (de |d')(commit|pousser|push|modifier|editer|changer|deployer|merger)[a-z]*
.8   (tu|vous) (oublies|oubliez|ignores|ignorez|negliges|negligez|confonds|confondez|omets|omettez|passes a cote|passez a cote)( |$)
.65  ~ce que je (voulais|demandais|cherchais),? (c'est|c'etait|est|etait)
.5@  ^$lead*(pour (clarifier|preciser|etre (plus )?(clair|claire|precis|precise)))( |,|:|$)
.45?= (peux-tu|tu peux|pouvez-vous|tu pourrais|pourrais-tu) <8>[^ ,]+,? (au lieu de|plutot que|et pas|pas)
.55  ~(les|nos|tous les|toutes les) ($made) ([a-z]+ )?(vont (en ($form)|(dans|sous) [^ ]*[/._][a-z0-9]+)|doivent (aller|se trouver) [a-z]+)
.6   ^(et |mais |s'il te plait )*((les|tous les|toutes les) )?($made) (toujours |uniquement )*(en|au) ($form)( |,|$)
.55  ^(et |mais )*avant (de |d')(commit|pousser|push|modifier|editer|changer|deployer|merger|supprimer|publier|faire)[^,]*, (toujours
     |d'abord )*(lance|lancez|execute|lis|relis|verifie|demande|previens|cree|mets)( |-|$)
.6   ~(les) ($made|$manners) sont (strictement )?interdit(e)?s( ici| dans ce [a-z]+)?($|,|;)
"""

WRONG_SKILL = r"""
.75@ ^$lead*non+[,.!:;]+ *(utilise|utilisez|mets|mettez|fais|faites|lance|appelle|change|cree|ecris|supprime|enleve
     |essaie|prends|prenez)( |$)
.7   (je|on) (n'|ne )?(arrive|peux|vois|trouve|arrivons|peut) (pas|plus|toujours pas|rien)( |$)
.7   (reste|page|ecran|s'affiche|affiche) <2>(blanc|blanche|noir|vide|bloque|coupe|coupee)
.8   (ne |n')?($does) $neg( |$|,|:|;)
.8   (ne|n'|n'est|ne sont|n'a|n'ont) <2>($does|regle|resolu|corrige|fini|termine|visible|jour) ?$neg?
.85  (toujours|encore) (pas|le meme|la meme|casse|en erreur|une erreur|faux|rien|des erreurs|l'erreur|un probleme)
.85  (est|sont|reste|ca reste|continue) (toujours|encore) <1>(casse|faux|la|pas|vide|en|incorrect|le|un|une|a)
.8   (il ne se passe|ca ne fait|ca fait|ne fait|ne change|rien ne) <1>(rien|marche|change|se passe|fonctionne)
.75  (plante|crashe|echoue|echouent|a plante|a echoue|disparait|a disparu|bloque|se bloque|bug|bugge|part en erreur|tombe en erreur)( |$
     |,)
.75  (j'ai|j'obtiens|je recois|il y a|y a|ca donne|ca affiche|renvoie|affiche|je vois|retourne|j'ai encore) <3>($fault)
.85  (tu|vous) (as|avez|l'as|fais|faites) <4>(mal|faux|n'importe quoi|de travers)
.85  ~(arrete|arretez|cesse|cessez)( de| d')( |[a-z]+)
.85  ~(arrete|arretez|cesse|cessez) (de |d'|ca|avec)
.8   ~(utilise|utilisez|mets|prends|fais|emploie|il faut utiliser) <6>(au lieu de|plutot que|et non|et pas|pas)
.4=  ~(n'utilise|n'utilisez|ne touche|ne touchez|ne change|ne modifie|ne modifiez|n'invente|ne supprime|n'ajoute|ne fais|ne mets
     |n'execute|n'installe|ne cree) (pas|plus|jamais|rien)
.65  ~(n'utilise|n'utilisez|ne lance|ne lancez|n'execute|n'executez) (pas|plus|jamais) [^,;]+[,;] (mais |plutot )*(utilise|utilisez|lance
     |execute|on utilise|prends)
.75  ~ne [a-z]+ plus jamais
.75  ~(annule|annulez|reviens en arriere|revenez en arriere|remets|retablis|defais|enleve ca|supprime ca|retire ca)( |$|,)
.65  ~je (ne )?(veux|voulais|n'ai|aime|n'aime) (pas|plus)( |$)
.75  ~(corrige|corrigez|refais|refaites|repare) (ca|cela|le|la|ce|ton|votre|tout)
.8   ~(reessaie|reessaye|reessayez|essaie encore|refais-le|recommence|recommencez)( |$|,)
.7   (trop (long|longue|lent|grand|petit|complique|verbeux|de|d'))
.7   (mauvais|mauvaise|pas le bon|pas la bonne) (fichier|outil|commande|dossier|branche|fonction|table|version|endroit)
.6=  (utilise|utilisez|ecris|mets) [^,;]+, (et )?pas <3>[^ ,]+$
.75  (a|as|avez|ont) (provoque|cause|introduit|cree|genere|declenche|entraine) <3>($fault|regression|regressions)
"""

PREFERENCE = r"""
.8   ~(desormais|dorenavant|a partir de maintenant|a l'avenir|la prochaine fois)
.75  ~(utilise|utilisez|reponds|repondez|ecris|ecrivez|fais|mets|verifie|lance) <1>toujours
.7   ~(n'|ne )[a-z]+ jamais
.75  je (prefere|prefererais|deteste|n'aime pas)
.7   ~(reponds|repondez|ecris|ecrivez|parle|parlez)(-moi)? <1>en (francais|anglais|espagnol)
.7   ~(sois|soyez) plus (bref|breve|concis|concise|direct|clair|court|precis)
.65  ~(je ne veux )?pas (de |d')([a-z]+ )?($manners)( |$|,|!)
.65  ~(je deteste|je ne supporte pas) (les |l')?([a-z]+ )?($manners)( |$|,|!)
.65  ~(des )?($made|$manners) plus (court|brev|concis)[a-z]+
"""

HINT = r"""
.7@  ^$lead*non+[,.!:;]+ *[a-z]
.65@ ^$lead*non (pas|c'est|ce|utilise|je|j'ai|il|tu|le|la|ca)( |$)
.45@ ^$lead*(en fait|plutot|attends|attendez|stop|pardon|minute)( |,|\.|!)
.5   (serieux|serieusement|merde|putain|bordel|c'est quoi ce|zut|nom de dieu|tu rigoles|tu plaisantes)( |$|,|!)
.5@  ^(merci|bien|bon|bel essai|bien essaye|presque|ok|oui|super|sympa)[ ,.]+(mais|cependant|sauf)
.2   (toujours|encore)
"""

CALM = r"""
.9@  ^$lead*non[,. !]*(merci|pas de (probleme|souci)|c'est (bon|tout|parfait|bien)|ca (va|ira)|rien|je ne sais|je sais pas
     |pas (maintenant|besoin|encore)|ne t'inquiete|t'inquiete|pas vraiment|tout va)
.9   (pas de (probleme|souci|quoi)|pourquoi pas|ou pas|sinon|pas mal|pas grave|pas (sur|sure|certain|encore)|ne (t'inquiete
     |vous inquietez|t'en fais) pas|n'oublie pas|n'oubliez pas|n'hesite pas|n'hesitez pas|je ne sais pas|je sais pas|pas seulement
     |pas besoin|est-ce (que|faux|correct)|ce n'est pas (grave|un probleme|urgent|important|necessaire))
.9   (qu'est-ce qui|quoi|ou|quel|quelle|quelque chose) <2>(est|a|de|ne) <2>(faux|incorrect|errone|va pas|marche pas|erreur)
.9   (corrige|trouve|cherche|liste|affiche|afficher|detecte|analyse|verifie|explique|gere|gerer|valide) <4>(erreur|erreurs|incorrect
     |incorrecte|problemes|bugs)
.9   ($made) ([a-z]+ )?(ne )?(doi(t|vent)|devrai(t|ent)) (pas |jamais )?etre (affich|visible|cach|tri|envoy|telecharg|enregistr|charg|activ
     |desactiv|supprim|cliquable|modifiable|corrig)[a-z]*
.9   ^(s'il te plait |stp |et |maintenant |alors )*(lance|relance|execute|montre|lis|relis|dis|explique|ouvre|compile|deploie|demarre
     |redemarre|envoie|cherche|verifie|affiche)(-moi|-le|-la|-les)? <3>(encore|encore une fois|a nouveau)$
"""

EXCUSE = r"""
.45@ ^(s'il te plait |peux-tu |maintenant )*(genere|cree|ecris|explique|decris|liste|resume|elabore|implemente|developpe|ajoute|analyse
     |redige|fais un|que|comment|quel|quelle|qui)( |,)
.9   (mon erreur|c'est ma faute|ma faute|je me suis trompe|je me suis trompee|tu as raison|vous avez raison|laisse tomber|laissez tomber
     |peu importe|^oublie(z)?( ca|$)|fausse alerte|au temps pour moi|autant pour moi)
.6   (ca marche (maintenant|bien|parfaitement|nickel)|c'est (bon|parfait|nickel)|merci beaucoup|bon travail|bien joue)
"""

TASK = r"""
.9   ~(s'il te plait |stp |peux-tu |pouvez-vous |tu peux |maintenant )*(traduis|traduisez|traduire|traduis-moi|paraphrase|transcris)
.9   (comment (dit-on|on dit|dire)|que (signifie|veut dire)|en (anglais|espagnol|allemand|italien|portugais|chinois)$)
.9   ~(s'il te plait |stp |peux-tu |pouvez-vous |tu peux |maintenant |aide-moi a )*(ecris|ecrivez|ecrire|ecris-moi|redige|redigez
     |invente|raconte|raconte-moi|cree|genere|envoie|prepare) <4>(histoire|conte|poeme|chanson|dialogue|conversation|dissertation|email
     |e-mail|mail|courriel|lettre|message|blague|scene|script|discours|critique|note|phrase|phrases|question|questions|exemple|exemples
     |reponses)
.9   (vrai ou faux|laquelle des|lequel des|parmi les (suivants|suivantes)|choix multiple|choisis la (bonne|reponse)|qcm)
.9   ~(imagine|imaginez|suppose|supposons|fais semblant|joue le role|fais comme si)
"""

EMBEDS = r"""
(si|et si|s'il|s'ils|au cas ou|a moins que|supposons|assure-toi|assurez-vous|verifie|verifiez|confirme|pour que|afin que|afin de
    |jusqu'a ce que|evite|doit|doivent|il faut|explique|dis-moi|savoir|qui|(dis|dis-lui|ecris|informe|previens) <3>que)\b
"""

OTHERS = r"""
(il|elle|ils|chef|patron|client|clients|cliente|professeur|prof|collegue|ami|amie|mere|pere|frere|quelqu'un|gens|utilisateur
    |utilisateurs|auteur|article|livre) <3>(dit|disent|pense|pensent|croit|croient|ecrit|affirme|demande|plaint|pretend)\b
"""

WHEN = r"""
^<2>(quand|lorsque|des que|chaque fois|ou|apres|pendant que|une fois)\b
"""

PRAISE = r"""
.9   ~<3>(parfait|parfaite|excellent|excellente|genial|geniale|super|top|nickel|formidable|magnifique|fantastique|impeccable|bravo|exact
     |exactement|chapeau|felicitations|merveilleux|cool|extra|brillant)( |!|$|,)<4>$
.9   (bien joue|beau travail|bon travail|tres bien|bien fait|excellent travail|bonne reponse)
.85  (c'est|tout est|ca a l'air) <1>(bon|bien|parfait|super|correct|exact|juste|genial|ca|nickel|top)( |$|,|!)
.85  (ca|tout|cela) (marche|fonctionne)( |$|,|!)
.8   ~<2>(merci|merci beaucoup|je te remercie|je vous remercie)( |$|,|!)
.85  (j'aime|j'adore|ca me plait|ca m'a aide)
.85  c'est (exactement|tout a fait|bien) ce que (je|j')
"""

COMPLAINT = r"""
.9   ($does|c'est|est|n'est|vraiment|n'etait|etait|va|sert|aime|n'aime|plait|aide|suffit) $neg( |$|,|!)
.85  ~<4>($wrong|nul|nulle|mauvais|mauvaise|horrible|terrible|catastrophe|catastrophique|decevant|pire|lamentable)( |$|,|!)
.85  ~<1>(merci|bien|ok|super|bel essai|bien essaye|presque|bon),? mais <6>(pas|faux|non|manque|incorrect|mal|c'est|ca)
.85  (quelle catastrophe|perte de temps|decu|decue|j'en ai marre|je deteste|c'est nul|ca craint)
.8   ~(reessaie|reessaye|essaie encore|recommence|refais)
"""
